// Draws two maps as one, with a slider from the earlier to the later: what both have stands still, what only one
// has fades, and a node that changed is drawn as it was and as it is, in one place.
const NEVER = 0.001;

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".map");
  const ways = root.querySelector(".ways");
  const reveal = root.querySelector(".reveal");
  const state = (root.state ||= { zoom: null, text: null, at: 100 });
  const { stage, svg, show, tools, end } = stageOf(root, state, data);
  let live = true;
  let faded = [];

  // What fades: [element, when it is seen]; `after` with the later map, `before` with the earlier one.
  function fading(drawing, earlier) {
    const found = [];
    const sides = { added: "after", removed: "before" };
    for (const node of drawing.querySelectorAll("g.node")) {
      const change = data.nodes[place(node)];
      if (sides[change]) found.push([node, sides[change]]);
      if (change === "changed" && earlier) found.push(...both(node, earlier));
    }
    for (const part of drawing.querySelectorAll("[data-id]")) {
      const side = sides[data.edges[part.dataset.id]];
      if (side) found.push([part.closest("g.edgeLabel") ?? part, side]);
    }
    return found;
  }

  // A node that changed: what it was is put where it is.
  function both(node, earlier) {
    const was = [...earlier.querySelectorAll("g.node")].find((one) => place(one) === place(node));
    if (!was) return [];
    const copy = was.cloneNode(true);
    copy.setAttribute("transform", node.getAttribute("transform"));
    copy.id = node.id + "-before";
    copy.classList.add("before");
    node.before(copy);
    return [[node, "after"], [copy, "before"]];
  }

  function told(at) {
    return at <= 0 ? data.words.before : at >= 100 ? data.words.after : data.words.between.replace("{share}", String(at));
  }

  function look() {
    const share = state.at / 100;
    for (const [element, side] of faded) {
      const seen = side === "after" ? share : 1 - share;
      element.style.opacity = String(seen);
      element.style.visibility = seen < NEVER ? "hidden" : "visible";
    }
    const range = reveal.querySelector("input");
    range.value = String(state.at);
    range.setAttribute("aria-valuetext", told(state.at));
    reveal.querySelector("output").textContent = told(state.at);
    reveal.querySelectorAll("button").forEach((one, side) => one.setAttribute("aria-pressed", String(state.at === (side ? 100 : 0))));
  }

  function move(at) { state.at = at; look(); }

  function slider() {
    const range = document.createElement("input");
    for (const [name, value] of Object.entries({ type: "range", min: "0", max: "100", step: "5" })) range.setAttribute(name, value);
    range.setAttribute("aria-label", data.words.slider);
    range.addEventListener("input", () => move(Number(range.value)));
    const said = document.createElement("output");
    reveal.replaceChildren(button(data.words.before, () => move(0)), range, button(data.words.after, () => move(100)), said);
  }

  function fail() { stage.textContent = data.words.failed; ways.replaceChildren(); reveal.replaceChildren(); }

  function begin() {
    slider();
    ways.replaceChildren(...tools());
    look();
  }

  const dark = isDark(root);
  const wanted = `${dark}\n${data.text}\n${data.earlier}`;
  stage.setAttribute("role", "img");
  stage.setAttribute("aria-label", data.alt);
  stage.tabIndex = 0;
  if (state.text === wanted && svg()) { faded = state.faded; begin(); return () => { live = false; end(); }; }
  if (!svg()) stage.textContent = data.words.drawing;
  drawings(root, data.engine, dark, data.earlier ? [data.text, data.earlier] : [data.text]).then(([drawing, earlier]) => {
    if (!live) return;
    if (!drawing) { fail(); return; }
    faded = state.faded = fading(drawing, earlier);
    state.text = wanted;
    show(drawing);
    begin();
  }).catch(() => { if (live) fail(); });
  return () => { live = false; end(); };
}
