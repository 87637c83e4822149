import {ask, count, fillSelect, find, latest, make} from "/ask.js";

const tones = ["a", "b", "c", "d", "e", "f", "g"];

const profilesOf = (layout) => Object.entries(layout.migDevices).flatMap(([name, number]) => Array(number).fill(name));

export function startPacker(catalogue) {
  let card = catalogue.mig.find((each) => each.gpu === "h100-sxm") ?? catalogue.mig[0];
  let chosen = [];
  let layouts = [];
  fillSelect(find("mig-gpu"), catalogue.mig.map((each) => [each.gpu, each.name]), card.gpu);

  const toneOf = (profile) => tones[card.profiles.findIndex((each) => each.name === profile) % tones.length];

  function showCard(instances) {
    const taken = new Set(instances.flatMap((each) => Array.from({length: each.size}, (_, unit) => each.start + unit)));
    const row = make("div", {class: "units"});
    row.style.gridTemplateColumns = `repeat(${card.memoryUnits}, minmax(0, 1fr))`;
    const put = (element, start, size) => { element.style.gridColumn = `${start + 1} / span ${size}`; element.style.gridRow = "1"; row.append(element); };
    instances.forEach((each, index) => put(make("button", {type: "button", class: `instance tone-${toneOf(each.profile)}`,
      "aria-label": `${each.profile} at memory unit ${each.start}: take away`,
      onclick: () => { chosen.splice(index, 1); show(); }}, each.profile), each.start, each.size));
    for (let unit = 0; unit < card.memoryUnits; ++unit) {
      if (!taken.has(unit)) put(make("div", {class: "unit"}, "free"), unit, 1);
    }
    find("mig-card").replaceChildren(make("p", {class: "quiet"}, `${card.memoryUnits} units of memory, ${card.computeSlices} compute slices`), row);
  }

  function showProfiles(next) {
    find("mig-profiles").replaceChildren(...card.profiles.map((profile) => {
      const room = next?.room.find((each) => each.profile === profile.name);
      const isFull = chosen.length > 0 && (room === undefined || room.most === 0);
      return make("button", {type: "button", "data-profile": profile.name, title: isFull ? "no room beside the others" : `${profile.memoryMiB} MiB, ${profile.sms} SMs`,
        "aria-disabled": isFull ? "true" : undefined, class: isFull ? "quiet" : undefined,
        onclick: () => { chosen.push(profile.name); show(); }}, `+ ${profile.name}${room && room.most > 0 && !isFull ? ` (${room.most} more)` : ""}`);
    }));
  }

  function explain(refused) {
    const why = refused.lacks.map((each) => each.message).join(", and ");
    const instead = refused.instead.length > 0 ? ` What would: ${refused.instead.join(", ")}.` : " Nothing else has room either.";
    return make("p", {}, make("span", {class: "badge bad"}, "does not fit"), ` ${refused.profile}: ${why}.${instead}`);
  }

  function showResources(resources) {
    const list = (of) => Object.entries(of).map(([name, number]) => `${name}: ${number}`).join(", ");
    return make("div", {class: "scroll"}, make("table", {}, make("tbody", {},
      make("tr", {}, make("th", {scope: "row"}, "migStrategy: mixed"), make("td", {}, make("code", {}, list(resources.mixed)))),
      make("tr", {}, make("th", {scope: "row"}, "migStrategy: single"), make("td", {}, resources.single ? make("code", {}, list(resources.single)) : "takes instances that are all alike")))));
  }

  function showIdle(idle) {
    const stranded = idle.strandedComputeSlices > 0 || idle.strandedMemoryUnits.length > 0
      ? ` Stranded, whatever comes: ${count(idle.strandedComputeSlices, "compute slice")}, ${count(idle.strandedMemoryUnits.length, "memory unit")}.` : "";
    return make("p", {}, `Idle: ${count(idle.computeSlices, "compute slice")}, ${count(idle.memoryUnits, "memory unit")}.${stranded}`);
  }

  function showNames() {
    const own = [...chosen].sort().join();
    const same = layouts.filter((each) => profilesOf(each).sort().join() === own);
    return same.length === 0 ? "" : make("p", {}, "nvidia.com/mig.config: ", make("code", {}, same.map((each) => each.name).join(", ")));
  }

  const show = latest(async () => {
    const said = await ask("/api/mig/place", {gpu: card.gpu, profiles: chosen});
    return () => {
      const placement = said.placement;
      showCard(placement?.instances ?? []);
      const out = [];
      if (placement && !placement.fits) {
        out.push(explain(placement.refused));
        chosen = chosen.slice(0, placement.instances.length);
      }
      showProfiles(placement?.fits ? said.next : null);
      if (placement?.fits) out.push(make("p", {}, make("span", {class: "badge good"}, "fits"), ` ${chosen.join(", ")}`), showIdle(placement.idle), showNames(),
        make("h2", {}, "What the node advertises"), showResources(said.resources));
      if (!placement) out.push(make("p", {class: "quiet"}, "The card is whole. Add a profile, or take a standard layout."));
      find("mig-out").replaceChildren(...out);
    };
  });

  const chooseCard = latest(async () => {
    card = catalogue.mig.find((each) => each.gpu === find("mig-gpu").value);
    layouts = (await ask("/api/mig/layouts", {gpu: card.gpu})).layouts;
    return () => {
      chosen = [];
      fillSelect(find("mig-layout"), [["", "none"], ...layouts.map((each) => [each.name, each.name])], "");
      show();
    };
  });
  find("mig-gpu").addEventListener("change", chooseCard);
  find("mig-layout").addEventListener("change", () => {
    const layout = layouts.find((each) => each.name === find("mig-layout").value);
    chosen = layout ? profilesOf(layout) : [];
    show();
  });
  find("mig-form").addEventListener("submit", (event) => event.preventDefault());
  chooseCard();
}
