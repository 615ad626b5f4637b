// Draws a map whose text this desk generated, and returns the node that is clicked or chosen by key.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".map");
  const ways = root.querySelector(".ways");
  const state = (root.state ||= { zoom: null, text: null });
  const { stage, svg, show, tools, save, end } = stageOf(root, state, data);
  let live = true;

  function nodes() { return [...stage.querySelectorAll("g.node")]; }

  function choose(node) { setTriggerValue("node", place(node)); }

  function nearest(node, key) {
    const from = node.getBoundingClientRect();
    const x = from.left + from.width / 2, y = from.top + from.height / 2;
    let best = null, least = Infinity;
    for (const other of nodes()) {
      if (other === node) continue;
      const to = other.getBoundingClientRect();
      const right = to.left + to.width / 2 - x, down = to.top + to.height / 2 - y;
      const [ahead, aside] = { ArrowRight: [right, down], ArrowLeft: [-right, down], ArrowDown: [down, right], ArrowUp: [-down, right] }[key];
      const far = ahead + 3 * Math.abs(aside);
      if (ahead > 4 && far < least) { least = far; best = other; }
    }
    return best;
  }

  function byKey(event) {
    const node = event.currentTarget;
    if (event.key === "Enter" || event.key === " ") choose(node);
    else if (event.key.startsWith("Arrow")) {
      const next = nearest(node, event.key);
      if (next) { node.tabIndex = -1; next.tabIndex = 0; next.focus(); }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function reach() {
    const all = nodes();
    const selected = all.find((node) => place(node) === data.selected) || all[0];
    for (const node of all) {
      const id = place(node);
      if (!id) continue;
      node.tabIndex = node === selected ? 0 : -1;
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", data.names[id] || id);
      node.setAttribute("aria-pressed", String(id === data.selected));
      node.classList.toggle("chosen", id === data.selected);
      node.addEventListener("click", () => choose(node));
      node.addEventListener("keydown", byKey);
    }
    const text = button("Mermaid", () => save(new Blob([data.text], { type: "text/plain" }), ".mmd"), data.words.save + " Mermaid");
    ways.replaceChildren(...tools(), text);
  }

  function fail() { stage.textContent = data.words.failed; ways.replaceChildren(); }

  const dark = isDark(root);
  const wanted = `${dark}\n${data.text}`;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", data.alt);
  if (state.text === wanted && svg()) { reach(); return () => { live = false; end(); }; }
  if (!svg()) stage.textContent = data.words.drawing;
  drawings(root, data.engine, dark, [data.text]).then(([drawing]) => {
    if (!live) return;
    if (!drawing) { fail(); return; }
    state.text = wanted;
    show(drawing);
    reach();
  }).catch(() => { if (live) fail(); });
  return () => { live = false; end(); };
}
