import {ask, fillSelect, find, gib, latest, make, numberOf, onInput, percent} from "/ask.js";

const names = {timeSlicing: "Time-slicing", mps: "MPS", mig: "MIG"};
const tones = ["a", "b", "c", "d"];
const fates = {
  unhurt: "goes on",
  starved: "its next allocation fails",
  ended: "its process ends; the container starts again",
  lost: "is gone with the card",
};

function showTenant(mode, index, mishap) {
  const fate = mishap ? mishap.fates[index] : "unhurt";
  const slower = mode.slowdowns[index] > 1.005 ? `${mode.slowdowns[index].toFixed(1)} times as long` : "as fast as alone";
  const memory = mode.fits[index] ? "" : mode.isMemoryAWall ? ", its memory does not fit" : ", memory is short for all";
  const told = fate === "lost" || fate === "ended" ? "" : `${slower}${memory}`;
  return make("li", {class: `fate-${fate}`}, make("strong", {}, `tenant ${index + 1}`), " ",
    mishap ? `${fates[fate]}${told && `; ${told}`}` : told);
}

function showMode(mode, said, chosen) {
  if (mode.mechanism === "mig" && !said.hasMig) {
    return make("section", {class: "panel"}, make("h2", {}, names.mig), make("p", {}, "This card has no MIG."));
  }
  const mishap = mode.mishaps.find((each) => each.mishap === chosen);
  const bar = make("div", {class: "bar", role: "img", "aria-label": `the card works ${percent(mode.utilisation)} of what it could`});
  mode.slowdowns.forEach((_, index) => {
    const part = make("span", {class: `tone-${tones[index % tones.length]}`});
    part.style.width = `${(mode.utilisation * 100) / mode.slowdowns.length}%`;
    bar.append(part);
  });
  return make("section", {class: "panel"}, make("h2", {}, names[mode.mechanism]),
    make("p", {class: "quiet"}, `${gib(mode.memoryGiB)} for each: ${mode.isMemoryAWall ? "a wall" : "a promise that nothing keeps"}`),
    bar, make("p", {}, `the card works ${percent(mode.utilisation)} of what it could`),
    make("ul", {class: "tenants"}, ...mode.slowdowns.map((_, index) => showTenant(mode, index, mishap))),
    mishap ? make("p", {}, mishap.why) : "");
}

export function startModes(catalogue) {
  fillSelect(find("modes-gpu"), catalogue.cards.map((card) => [card.gpu, card.name]), "h100-sxm");
  let chosen = "";
  const show = latest(async () => {
    const tenant = {duty: numberOf("modes-duty") / 100, width: numberOf("modes-width") / 100, memoryGiB: numberOf("modes-memory")};
    const tenants = Array.from({length: Math.min(numberOf("modes-count"), 100)}, () => tenant);
    const said = await ask("/api/modes", {gpu: find("modes-gpu").value, tenants});
    return () => find("modes-out").replaceChildren(...said.modes.map((mode) => showMode(mode, said, chosen)));
  });
  onInput("modes-form", show);
  for (const button of document.querySelectorAll("[data-mishap]")) {
    button.addEventListener("click", () => {
      chosen = button.dataset.mishap;
      for (const each of document.querySelectorAll("[data-mishap]")) each.setAttribute("aria-pressed", String(each === button));
      show();
    });
  }
  show();
}
