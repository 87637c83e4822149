import {ask, fail, find} from "/ask.js";
import {startFit} from "/fit.js";
import {startModes} from "/modes.js";
import {startPacker} from "/packer.js";
import {startPlayground} from "/playground.js";
import {startTickets} from "/tickets.js";

const tools = {playground: startPlayground, modes: startModes, tickets: startTickets, mig: startPacker, fit: startFit};
const started = new Set();
let catalogue;

function open() {
  const name = location.hash.slice(1) in tools ? location.hash.slice(1) : "playground";
  for (const tool of Object.keys(tools)) find(tool).hidden = tool !== name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${find(`${name}-title`).textContent} - slicegate`;
  fail(null);
  if (!started.has(name)) {
    started.add(name);
    tools[name](catalogue);
  }
}

try {
  catalogue = await ask("/api/catalogue");
  find("policy-name").textContent = `policy ${catalogue.policy}`;
  addEventListener("hashchange", () => { open(); find("main").focus(); });
  open();
} catch (error) {
  fail(error);
}
document.documentElement.dataset.ready = "true";
