import {ask, count, fillSelect, find, gib, latest, make, numberOf, onInput} from "/ask.js";

function legend() {
  const entry = (tone, text) => make("span", {}, make("i", {class: `tone-${tone}`}), text);
  return make("p", {class: "legend"}, entry("a", "weights"), entry("d", "KV cache"), entry("c", "overhead"), make("span", {class: "quiet"}, "of what the engine may take"));
}

function bar(need, fit) {
  const parts = make("div", {class: "bar", role: "img", "aria-label": `${gib(need.totalGiB)} of ${gib(fit.budgetGiB)}`});
  const scale = Math.max(need.totalGiB, fit.budgetGiB);
  for (const [tone, value] of [["a", need.weightsGiB], ["d", need.kvCacheGiB], ["c", need.overheadGiB]]) {
    const part = make("span", {class: `tone-${tone}`});
    part.style.width = `${(value * 100) / scale}%`;
    parts.append(part);
  }
  return parts;
}

function row(need, fit) {
  const more = fit.longestContext > 0 ? `up to ${fit.longestContext} tokens, or ${count(fit.mostSequences, "sequence")}` : "no context at all";
  return make("tr", {"data-on": fit.on},
    make("th", {scope: "row"}, fit.on),
    make("td", {}, make("span", {class: `badge ${fit.fits ? "good" : "bad"}`}, fit.fits ? "fits" : "does not fit")),
    make("td", {class: "fitbar"}, bar(need, fit), make("span", {class: "quiet"}, `${gib(need.totalGiB)} of ${gib(fit.budgetGiB)}; ${fit.spareGiB >= 0 ? `${gib(fit.spareGiB)} to spare` : `${gib(-fit.spareGiB)} short`}`)),
    make("td", {}, more),
    make("td", {class: "number"}, fit.tokensPerSecond > 0 ? `${fit.tokensPerSecond} tokens/s` : "-"),
    make("td", {}, make("code", {}, fit.fits ? fit.vllm : "")));
}

export function startFit(catalogue) {
  find("fit-models").replaceChildren(...catalogue.models.map((name) => make("option", {value: name})));
  fillSelect(find("fit-gpu"), catalogue.cards.map((card) => [card.gpu, card.name]), "h100-sxm");
  fillSelect(find("fit-dtype"), [["", "as published"], ...catalogue.dtypes.map((name) => [name, name])], "fp8");
  fillSelect(find("fit-kv"), [["", "bf16"], ...catalogue.cacheDtypes.filter((name) => name !== "bf16").map((name) => [name, name])], "");
  const show = latest(async () => {
    const said = await ask("/api/fit", {model: find("fit-model").value, gpu: find("fit-gpu").value, dtype: find("fit-dtype").value,
      kvDtype: find("fit-kv").value, context: numberOf("fit-context"), sequences: numberOf("fit-sequences"), utilization: numberOf("fit-utilization")});
    return () => find("fit-out").replaceChildren(
      make("p", {}, make("strong", {}, said.model), `: ${(said.params / 1e9).toFixed(2)} billion parameters as ${said.dtype}, ${count(said.sequences, "sequence")} of ${said.context} tokens`),
      legend(),
      make("div", {class: "scroll"}, make("table", {},
        make("thead", {}, make("tr", {}, ...["On", "", "Memory", "At most", "Decode ceiling", "vllm serve"].map((text) => make("th", {scope: "col"}, text)))),
        make("tbody", {}, ...said.gpus[0].fits.map((fit) => row(said.need, fit))))));
  });
  onInput("fit-form", show);
  show();
}
