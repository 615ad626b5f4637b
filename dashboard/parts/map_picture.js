// Draws a map whose text this desk generated, and returns the node that is clicked or chosen by key.
// The engine turns text into a drawing and never sees a callback; labels are set as text, not as markup.
const SCRIPT = "caseboard-map-engine";
const SVG = "http://www.w3.org/2000/svg";

function engine(address) {
  if (globalThis.mermaid) return Promise.resolve(globalThis.mermaid);
  if (!globalThis.mapEngineLoading) {
    globalThis.mapEngineLoading = new Promise((done, failed) => {
      const script = document.createElement("script");
      script.id = SCRIPT;
      script.src = address;
      script.onload = () => done(globalThis.mermaid);
      script.onerror = () => { globalThis.mapEngineLoading = null; script.remove(); failed(new Error("engine")); };
      document.head.append(script);
    });
  }
  return globalThis.mapEngineLoading;
}

const LOCKED = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "htmlLabels", "themeCSS",
  "dompurifyConfig", "fontFamily", "suppressErrorRendering", "theme", "themeVariables", "flowchart"];

function configured(dark, font) {
  const ink = dark ? "#e6ebf2" : "#1b2430";
  return {
    startOnLoad: false, securityLevel: "strict", htmlLabels: false, suppressErrorRendering: true,
    maxEdges: 2500, maxTextSize: 600000, secure: LOCKED, theme: "base", fontFamily: font,
    themeCSS: ".edgeLabel rect { opacity: 1 } .node :first-child { filter: none }",
    themeVariables: {
      darkMode: dark, fontSize: "14px", background: dark ? "#11161d" : "#ffffff", primaryColor: dark ? "#1d2631" : "#f5f7fa",
      primaryTextColor: ink, primaryBorderColor: dark ? "#98a2b3" : "#667085", lineColor: dark ? "#98a2b3" : "#667085",
      textColor: ink, edgeLabelBackground: dark ? "#11161d" : "#ffffff", clusterBkg: dark ? "#171e27" : "#fafbfc",
      clusterBorder: dark ? "#2c3744" : "#e2e7ee",
    },
    flowchart: { htmlLabels: false, useMaxWidth: false, padding: 12, nodeSpacing: 36, rankSpacing: 46, curve: "basis", wrappingWidth: 220 },
  };
}

function isDark(node) {
  const [red, green, blue] = (getComputedStyle(node).color.match(/[\d.]+/g) || [0, 0, 0]).map(Number);
  return red + green + blue > 384;
}

let drawn = 0;
let queue = Promise.resolve();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".map");
  const stage = root.querySelector(".stage");
  const ways = root.querySelector(".ways");
  const state = (root.state ||= { zoom: null, text: null });
  let live = true;

  function button(words, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", act);
    return made;
  }

  function svg() { return stage.querySelector("svg"); }

  function natural() {
    const box = svg().viewBox.baseVal;
    return { width: box.width, height: box.height };
  }

  function fit() {
    const { width } = natural();
    return Math.min(1, Math.max(0.35, (stage.clientWidth - 4) / width));
  }

  function zoom(factor) {
    const { width, height } = natural();
    state.zoom = factor;
    const shown = factor ?? fit();
    svg().setAttribute("width", width * shown);
    svg().setAttribute("height", height * shown);
    svg().style.maxWidth = "none";
  }

  function standalone() {
    const copy = svg().cloneNode(true);
    const { width, height } = natural();
    copy.setAttribute("xmlns", SVG);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.removeAttribute("style");
    for (const node of copy.querySelectorAll("[tabindex]")) for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) node.removeAttribute(name);
    const ground = document.createElementNS(SVG, "rect");
    const box = svg().viewBox.baseVal;
    for (const [name, value] of [["x", box.x], ["y", box.y], ["width", box.width], ["height", box.height]]) ground.setAttribute(name, value);
    ground.setAttribute("fill", isDark(root) ? "#11161d" : "#ffffff");
    copy.insertBefore(ground, copy.firstChild);
    return new XMLSerializer().serializeToString(copy);
  }

  function save(blob, ending) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = data.file_name + ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function savePng() {
    const { width, height } = natural();
    const scale = Math.min(2, 8000 / Math.max(width, height));
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(width * scale);
      canvas.height = Math.ceil(height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => blob && save(blob, ".png"), "image/png");
    };
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(standalone());
  }

  function nodes() { return [...stage.querySelectorAll("g.node")]; }

  function place(node) {
    const found = /flowchart-([a-z]\d+)-\d+$/.exec(node.id);
    return found ? found[1] : null;
  }

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
  }

  function tools() {
    const words = data.words;
    ways.replaceChildren(
      button("−", () => zoom((state.zoom ?? fit()) / 1.25)),
      button("+", () => zoom((state.zoom ?? fit()) * 1.25)),
      button(words.fit, () => zoom(null)),
      button("SVG", () => save(new Blob([standalone()], { type: "image/svg+xml" }), ".svg")),
      button("PNG", savePng),
      button("Mermaid", () => save(new Blob([data.text], { type: "text/plain" }), ".mmd")),
    );
    for (const [at, words_] of [[0, words.smaller], [1, words.larger], [3, words.save + " SVG"], [4, words.save + " PNG"], [5, words.save + " Mermaid"]]) {
      ways.children[at].title = words_;
      ways.children[at].setAttribute("aria-label", words_);
    }
  }

  function fail() { stage.textContent = data.words.failed; ways.replaceChildren(); }

  const dark = isDark(root);
  const wanted = `${dark}\n${data.text}`;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", data.alt);
  if (state.text === wanted && svg()) { reach(); tools(); return () => { live = false; }; }
  if (!svg()) stage.textContent = data.words.drawing;
  queue = queue.then(() => engine(data.engine)).then(async (mermaid) => {
    if (!live) return;
    globalThis.mapEngineUsed = true;
    mermaid.initialize(configured(dark, getComputedStyle(root).fontFamily));
    const { svg: text } = await mermaid.render("caseboard-map-" + ++drawn, data.text);
    if (!live) return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") { fail(); return; }
    stage.replaceChildren(document.importNode(parsed, true));
    state.text = wanted;
    zoom(state.zoom);
    stage.scrollLeft = (stage.scrollWidth - stage.clientWidth) / 2;
    reach();
    tools();
  }).catch(() => { if (live) fail(); });
  const watcher = new ResizeObserver(() => { if (svg() && state.zoom === null) zoom(null); });
  watcher.observe(stage);
  return () => { live = false; watcher.disconnect(); };
}
