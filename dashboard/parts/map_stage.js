// What every map needs: the engine, loaded once and configured before each drawing, and a stage with its tools.
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

// The id that a node has in the text.
function place(node) {
  const found = /flowchart-([a-z]\d+)-\d+$/.exec(node.id);
  return found ? found[1] : null;
}

// One drawing after the other, whichever piece asks: the engine has one configuration for all.
function inTurn(act) {
  const turn = (globalThis.mapTurn ?? Promise.resolve()).then(act);
  globalThis.mapTurn = turn.catch(() => {});
  return turn;
}

// Turns texts into drawings of one look; a drawing that is none is null.
function drawings(root, address, dark, texts) {
  return inTurn(async () => {
    const mermaid = await engine(address);
    globalThis.mapEngineUsed = true;
    mermaid.initialize(configured(dark, getComputedStyle(root).fontFamily));
    const made = [];
    for (const text of texts) {
      globalThis.mapsDrawn = (globalThis.mapsDrawn ?? 0) + 1;
      const { svg } = await mermaid.render("caseboard-map-" + globalThis.mapsDrawn, text);
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      made.push(parsed.nodeName === "svg" ? document.importNode(parsed, true) : null);
    }
    return made;
  });
}

function button(words, act, told) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  if (told) { made.title = told; made.setAttribute("aria-label", told); }
  made.addEventListener("click", act);
  return made;
}

// A stage with the drawing on it: zooming, fitting, saving. `state.zoom` outlives a drawing; null fits.
function stageOf(root, state, data) {
  const stage = root.querySelector(".stage");
  const svg = () => stage.querySelector("svg");

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

  function show(drawing) {
    stage.replaceChildren(drawing);
    zoom(state.zoom);
    stage.scrollLeft = (stage.scrollWidth - stage.clientWidth) / 2;
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

  const words = data.words;
  const tools = () => [
    button("−", () => zoom((state.zoom ?? fit()) / 1.25), words.smaller),
    button("+", () => zoom((state.zoom ?? fit()) * 1.25), words.larger),
    button(words.fit, () => zoom(null)),
    button("SVG", () => save(new Blob([standalone()], { type: "image/svg+xml" }), ".svg"), words.save + " SVG"),
    button("PNG", savePng, words.save + " PNG"),
  ];

  const watcher = new ResizeObserver(() => { if (svg() && state.zoom === null) zoom(null); });
  watcher.observe(stage);
  return { stage, svg, show, tools, save, end: () => watcher.disconnect() };
}
