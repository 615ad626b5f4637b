// Begins with the engine of maps while the desk still makes the page: in idle moments, and once. Loading and the
// first drawing of a small map (which makes the browser compile what drawing needs) then cost no time later.
(() => {
  const address = document.currentScript.dataset.engine;
  const idle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 200));
  const SMALL = `flowchart TB
  classDef is_x fill:#fff,stroke:#000,color:#000
  a(["x"]):::is_x -->|"y"| b["x<br/>z"]:::is_x
  b -.->|"y"| c{{"x"}}:::is_x
  c --> d[/"x"/]:::is_x`;

  function warm(mermaid) {
    if (globalThis.mapEngineUsed) return;
    mermaid.initialize({ startOnLoad: false, securityLevel: "strict", htmlLabels: false, suppressErrorRendering: true });
    mermaid.render("caseboard-map-start", SMALL).catch(() => {});
  }

  function begin() {
    if (globalThis.mermaid || globalThis.mapEngineLoading) return;
    globalThis.mapEngineLoading = new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => { done(globalThis.mermaid); idle(() => warm(globalThis.mermaid), { timeout: 500 }); };
      script.onerror = () => { globalThis.mapEngineLoading = null; script.remove(); failed(new Error("engine")); };
      document.head.append(script);
    });
    globalThis.mapEngineLoading.catch(() => {}); // whoever draws asks again, and says so
  }

  idle(begin, { timeout: 1500 });
})();
