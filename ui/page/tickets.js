import {ask, count, find, latest, make, numberOf, onInput} from "/ask.js";

function showNode(said, cards, replicas) {
  const boxes = Array.from({length: cards}, (_, card) => make("div", {class: "gpu-box"},
    make("strong", {}, `card ${card}`),
    make("ul", {class: "slips"}, ...Array.from({length: replicas}, (_, slip) => make("li", {}, `${said.resource} #${card * replicas + slip}`)))));
  const label = said.productSuffix ? `; its label nvidia.com/gpu.product ends in ${said.productSuffix}` : "";
  return make("div", {}, make("p", {}, "The node advertises ", make("code", {}, `${said.resource}: ${said.allocatable}`), `${label}. Each ticket below is the whole card in turns.`), ...boxes);
}

function showHanded(said) {
  const rows = said.handed.map((each) => make("tr", {},
    make("td", {}, make("code", {}, `${said.resource}: ${each.asked}`)),
    make("td", {}, make("span", {class: `badge ${each.given ? (each.asked > 1 && said.shared ? "warn" : "good") : "bad"}`}, each.given ? "given" : "not given")),
    make("td", {}, each.what),
    make("td", {}, each.given ? (each.fewestCards === each.mostCards ? count(each.mostCards, "card") : `${each.fewestCards} to ${each.mostCards} cards`) : "-")));
  return make("div", {class: "scroll"}, make("table", {},
    make("thead", {}, make("tr", {}, ...["A container asks for", "", "What becomes of it", "On"].map((text) => make("th", {scope: "col"}, text)))),
    make("tbody", {}, ...rows)));
}

export function startTickets() {
  const show = latest(async () => {
    const [cards, replicas] = [numberOf("tickets-cards"), numberOf("tickets-replicas")];
    const said = await ask("/api/tickets", {
      cards, replicas, renames: find("tickets-renames").checked,
      failsRequestsGreaterThanOne: find("tickets-fails").checked, mps: find("tickets-mps").checked});
    said.shared = replicas > 1;
    return () => find("tickets-out").replaceChildren(make("h2", {}, "What a request gets"), showHanded(said),
      make("p", {class: "quiet"}, "slicegate refuses more than one slice before any of this, with the reason."),
      make("h2", {}, "The node"), showNode(said, cards, replicas));
  });
  onInput("tickets-form", show);
  show();
}
