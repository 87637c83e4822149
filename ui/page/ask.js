// Questions to the binary that serves this page, and small helpers to show what it says.
export async function ask(path, question) {
  const isText = typeof question === "string";
  const answer = await fetch(path, question === undefined ? {} : {
    method: "POST",
    headers: {"Content-Type": isText ? "application/yaml" : "application/json"},
    body: isText ? question : JSON.stringify(question),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

export const find = (id) => document.getElementById(id);

// make("li", {class: "error"}, "text", child): text is always text, never markup.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function fail(error) {
  const place = find("failure");
  place.hidden = !error;
  place.textContent = error ? `${error.message ?? error}` : "";
}

// Shows the newest answer alone: an older one that comes late is dropped.
export function latest(work) {
  let turn = 0;
  return async (...words) => {
    const mine = ++turn;
    try {
      const show = await work(...words);
      if (mine !== turn) return;
      fail(null);
      show();
    } catch (error) {
      if (mine === turn) fail(error);
    }
  };
}

export function soon(work, wait = 250) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(work, wait); };
}

export const numberOf = (id) => Number(find(id).value);

// A form whose answer follows what is typed; Enter sends nothing.
export function onInput(form, work) {
  find(form).addEventListener("input", soon(work));
  find(form).addEventListener("submit", (event) => event.preventDefault());
}

export const percent = (part) => `${Math.round(part * 100)} %`;
export const gib = (value) => `${value.toFixed(value < 10 ? 2 : 1)} GiB`;
export const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

export function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make("option", {value, selected: value === chosen}, text)));
}
