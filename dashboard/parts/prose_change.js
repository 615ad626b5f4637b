// Draws how a text became another. Every text goes in as text, never as markup; nothing is fetched.
function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Paragraphs in a row that did not change; more of them are folded.
const KEPT_AROUND = 1;
const MARKED = { added: "ins", removed: "del", formatting: "span", same: "span" };
const HERE = new Set(["added", "moved_here"]);
const AWAY = new Set(["removed", "moved_away"]);

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".change");
  const words = data.words;
  const was = root.chosen || { formatting: false, at: -1, open: new Set() };
  root.chosen = was;

  const isChange = (unit) => unit.change === "formatting" ? was.formatting || data.only_formatting
    : unit.change !== "same" || Boolean(unit.block);

  function marked(piece, side) {
    const shown = side === "before" ? piece.before : side === "after" ? piece.after : piece.change === "added" ? piece.after : piece.change === "removed" ? piece.before : piece.after;
    if (!shown) return null;
    const isQuiet = piece.change === "same" || (piece.change === "formatting" && !was.formatting && !data.only_formatting);
    return el(isQuiet ? "span" : MARKED[piece.change], piece.change === "formatting" && !isQuiet ? "formatting" : "", document.createTextNode(shown));
  }

  // The empty lines that end a paragraph are its distance to the next one, not text.
  function withoutEnd(node) {
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const one of texts.reverse()) {
      one.data = one.data.replace(/[\r\n]+[ \t]*$/, "");
      if (one.data) return;
    }
  }

  // What moved, with what changed on the way; one tag for what went together.
  function moved(unit, last) {
    const isHere = unit.change === "moved_here";
    const own = isHere ? "after" : "before";
    const text = el(isHere ? "ins" : "del", "moved");
    for (const piece of unit.pieces) {
      if (!piece[own]) continue;
      const isOther = piece.change === (isHere ? "added" : "removed");
      text.append(isOther ? el("strong", "", piece[own]) : document.createTextNode(piece[own]));
    }
    const goesOn = last && last.change === unit.change && last.move === unit.move;
    return [goesOn ? null : el("span", "tag", "⇅ " + unit.move + " " + words[unit.change] + " "), text];
  }

  function drawnUnit(unit, side, last) {
    if (side === "before" && HERE.has(unit.change)) return null;
    if (side === "after" && AWAY.has(unit.change)) return null;
    const node = el("span", "unit " + unit.change + (unit.kind === "heading" ? " title" : "") + (unit.kind === "code" || unit.kind === "diagram" || unit.kind === "row" ? " mono" : ""));
    if (unit.change === "moved_here" || unit.change === "moved_away") node.append(...moved(unit, last).filter(Boolean));
    else node.append(...unit.pieces.map((piece) => marked(piece, side)).filter(Boolean));
    if (unit.ends) withoutEnd(node);
    if (unit.block && side !== "before") node.append(el("span", "tag", " ¶ " + words[unit.block]));
    return node;
  }

  // Units that stand in one paragraph of either text.
  function blocks() {
    const made = [];
    let open = [];
    for (const unit of data.units) {
      open.push(unit);
      if (unit.ends) { made.push(open); open = []; }
    }
    if (open.length) made.push(open);
    return made;
  }

  // Side by side, what was taken out stands beside what took its place.
  function besides(all) {
    if (data.layout !== "side") return all;
    const made = [];
    const isAll = (units, kinds) => units.every((unit) => kinds.has(unit.change));
    for (let at = 0; at < all.length;) {
      const gone = [], come = [];
      while (at < all.length && isAll(all[at], AWAY)) gone.push(all[at++]);
      while (at < all.length && isAll(all[at], HERE)) come.push(all[at++]);
      for (let place = 0; place < Math.max(gone.length, come.length); place += 1)
        made.push([...(gone[place] || []), ...(come[place] || [])]);
      if (!gone.length && !come.length) made.push(all[at++]);
    }
    return made;
  }

  // The lines of a touched paragraph, each for itself, so that the bar beside them says which of them changed.
  function inLines(nodes) {
    const lines = [el("div", "line")];
    let open = [lines[0]];
    const pour = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        node.data.split(/\r\n|\r|\n/).forEach((text, place) => {
          if (place) {
            const fresh = open.map((one) => one.cloneNode(false));
            fresh.forEach((one, depth) => { if (depth) fresh[depth - 1].append(one); });
            lines.push(fresh[0]);
            open = fresh;
          }
          if (text) open[open.length - 1].append(text);
        });
        return;
      }
      const clone = node.cloneNode(false);
      open[open.length - 1].append(clone);
      open.push(clone);
      [...node.childNodes].forEach(pour);
      open.pop();
    };
    nodes.forEach(pour);
    for (const line of lines) {
      const marks = [...line.querySelectorAll("ins, del, .formatting, .tag")];
      if (marks.some((mark) => mark.textContent)) line.classList.add("changed");
      if (!line.textContent) line.replaceChildren("\u200b");
    }
    return lines;
  }

  function row(units) {
    const isTouched = units.some(isChange);
    const drawn = (side) => {
      const nodes = units.map((unit, place) => drawnUnit(unit, side, units[place - 1])).filter(Boolean);
      return isTouched && nodes.length ? inLines(nodes) : nodes;
    };
    const line = el("div", "row" + (isTouched ? " touched" : ""));
    if (data.layout === "side") {
      line.append(el("div", "side", ...drawn("before")), el("div", "side", ...drawn("after")));
    } else line.append(...drawn("both"));
    return line;
  }

  // Every paragraph that is touched is a change to step to.
  function mark(article) {
    const touched = [...article.querySelectorAll(".row.touched")];
    touched.forEach((node, place) => { node.dataset.number = String(place + 1); node.tabIndex = -1; });
    return touched.length;
  }

  function folded(rows, place) {
    const fold = el("button", "fold", words.folded.replace("{n}", String(rows.length)));
    fold.type = "button";
    fold.addEventListener("click", () => { was.open.add(place); draw(); });
    return fold;
  }

  function build() {
    const article = el("article", data.layout === "side" ? "two" : "one");
    article.setAttribute("aria-label", data.label);
    const all = besides(blocks());
    const touched = all.map((units) => units.some(isChange));
    let quiet = [];
    const end = (place) => {
      if (quiet.length > 2 * KEPT_AROUND + 1 && !was.open.has(place)) article.append(folded(quiet, place));
      else article.append(...quiet.map(row));
      quiet = [];
    };
    all.forEach((units, place) => {
      if (!touched[place]) { quiet.push(units); return; }
      end(place);
      article.append(row(units));
    });
    end(all.length);
    return article;
  }

  function bar(total, article) {
    const told = el("span", "told", "");
    told.setAttribute("aria-live", "polite");
    const way = (text, title, by) => {
      const button = el("button", "step", text);
      button.type = "button";
      button.title = title;
      button.setAttribute("aria-label", title);
      button.disabled = !total;
      button.addEventListener("click", () => go(by));
      return button;
    };
    function show() {
      const step = was.at < 0 ? words.total : words.step.replace("{n}", String(was.at + 1));
      told.textContent = total ? step.replace("{total}", String(total)) : data.has_formatting ? words.only_formatting : words.no_change;
      for (const node of article.querySelectorAll(".row.now")) node.classList.remove("now");
    }
    function go(by) {
      if (!total) return;
      was.at = was.at < 0 ? (by > 0 ? 0 : total - 1) : (was.at + by + total) % total;
      show();
      const node = article.querySelector('[data-number="' + (was.at + 1) + '"]');
      node.classList.add("now");
      node.scrollIntoView({ block: "center", behavior: "auto" });
      node.focus({ preventScroll: true });
    }
    root.go = go;
    show();
    const line = el("div", "bar", way("↑", words.previous, -1), way("↓", words.next, 1), told);
    if (data.has_formatting && !data.only_formatting) {
      const box = el("input", "");
      box.type = "checkbox";
      box.checked = was.formatting;
      box.addEventListener("change", () => { was.formatting = box.checked; was.at = -1; draw(); });
      line.append(el("label", "also", box, " " + words.formatting_shown));
    }
    return line;
  }

  function draw() {
    const article = build();
    const total = mark(article);
    const line = bar(total, article);
    root.replaceChildren(...(total === 1 && !data.keys ? [] : [line]), article);
  }
  draw();

  function heard(event) {
    const path = event.composedPath()[0];
    const writes = path instanceof Element && path.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]");
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || writes || !data.keys) return;
    if (document.querySelector("[role=dialog]")) return;
    if (event.key === "n" || event.key === "p") { event.preventDefault(); root.go(event.key === "n" ? 1 : -1); }
  }
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
