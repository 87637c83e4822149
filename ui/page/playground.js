import {ask, count, find, latest, make, soon} from "/ask.js";
import {examples} from "/examples.js";

const byteLength = (text) => new TextEncoder().encode(text).length;

function showObject(result) {
  if (result.error !== undefined) {
    return make("div", {class: "verdict"},
      make("h3", {}, make("span", {class: "badge bad"}, "cannot be read"), ` line ${result.line}`),
      make("p", {}, result.error));
  }
  const named = `${result.kind} ${result.namespace}/${result.name}`;
  const box = make("div", {class: "verdict"}, make("h3", {},
    make("span", {class: result.allowed ? "badge warn" : "badge bad"}, result.allowed ? "admitted, with a warning" : "refused"),
    ` ${named}`));
  for (const violation of result.violations) {
    box.append(make("p", {}, make("strong", {}, violation.rule), `: ${violation.message}`));
    if (violation.advice) box.append(make("p", {class: "quiet"}, violation.advice));
  }
  for (const warning of result.warnings) box.append(make("p", {}, make("strong", {}, warning.rule), `: ${warning.message}`));
  return box;
}

function showVerdict(said) {
  const {judged, refused, unreadable} = said.summary;
  const boxes = said.results.map(showObject);
  if (judged > 0 && refused === 0 && unreadable === 0 && said.results.length === 0) {
    boxes.push(make("div", {class: "verdict"}, make("h3", {}, make("span", {class: "badge good"}, "admitted"),
      ` ${count(judged, "object")}, nothing to say`)));
  }
  if (judged === 0 && unreadable === 0) {
    boxes.push(make("div", {class: "verdict"}, make("h3", {}, make("span", {class: "badge good"}, "passed over"), " no pod in it")));
  }
  find("verdict").replaceChildren(...boxes);
}

// Lines about which something is said, with what is said below them.
function showMarks(said, manifest) {
  const notes = new Map();
  const note = (line, level, text) => notes.set(line, [...(notes.get(line) ?? []), {level, text}]);
  for (const result of said.results) {
    if (result.error !== undefined) note(result.line, "error", result.error);
    for (const each of result.violations ?? []) note(each.line, "error", `${each.rule}: ${each.message}`);
    for (const each of result.warnings ?? []) note(each.line, "warning", each.message);
  }
  const list = find("marked");
  list.hidden = find("marked-title").hidden = notes.size === 0;
  list.replaceChildren(...manifest.split("\n").slice(0, 5000).map((text, index) => {
    const own = notes.get(index + 1) ?? [];
    const level = own.some((each) => each.level === "error") ? "error" : own.length > 0 ? "warning" : undefined;
    return make("li", {"data-line": index + 1, class: level}, make("span", {}, text || " "),
      ...own.map((each) => make("span", {class: "note"}, each.text)));
  }));
  const first = list.querySelector("li.error, li.warning");
  list.scrollTop = first ? first.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
}

function showDiff(diff) {
  const place = find("diff");
  place.hidden = find("diff-title").hidden = diff === "";
  place.replaceChildren(...diff.split("\n").filter((line) => line !== "").map((line) => {
    const kind = /^\+(?!\+\+)/.test(line) ? "plus" : /^-(?!--)/.test(line) ? "minus" : undefined;
    return kind ? make("span", {class: kind}, line) : `${line}\n`;
  }));
}

export function startPlayground(catalogue) {
  const area = find("manifest");
  const check = latest(async () => {
    const manifest = area.value;
    const bytes = byteLength(manifest);
    find("size").textContent = bytes > 0 ? `${count(bytes, "byte")} of at most ${catalogue.maxManifestBytes / 1048576} MiB` : "";
    if (bytes > catalogue.maxManifestBytes) {
      throw new Error(`The manifest has ${(bytes / 1048576).toFixed(1)} MiB; at most ${catalogue.maxManifestBytes / 1048576} MiB are looked at here, which is more than an API server takes. slicegate check FILE takes any size.`);
    }
    if (manifest.trim() === "") return () => { showVerdict({summary: {judged: -1}, results: []}); showMarks({results: []}, ""); showDiff(""); };
    const said = await ask("/api/check", manifest);
    return () => { showVerdict(said); showMarks(said, manifest); showDiff(said.diff); };
  });
  area.addEventListener("input", soon(check, 400));
  find("check").addEventListener("click", check);
  for (const button of document.querySelectorAll("[data-example]")) {
    button.addEventListener("click", () => { area.value = examples[button.dataset.example]; check(); });
  }
  area.value = examples.greedy;
  check();
}
