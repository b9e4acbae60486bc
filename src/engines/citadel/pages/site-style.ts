// What the one HTML file of an estate carries besides its pages. Small enough to need no build step.

export const SITE_STYLE = `
:root{color-scheme:light dark;--line:#8885;--soft:#8881;--link:light-dark(#0b57d0,#8ab4f8);--warn:light-dark(#8a4b00,#ffb866)}
body{margin:0;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.5rem 1rem;background:Canvas;border-bottom:1px solid var(--line)}
header>a{font-weight:600}
header ol{position:absolute;top:100%;right:1rem;margin:0;padding:.5rem 1rem .5rem 2.5rem;max-height:70vh;overflow:auto;background:Canvas;border:1px solid var(--line)}
main{max-width:70rem;margin:0 auto;padding:0 1rem 3rem}
a{color:var(--link)}
h1 small,h2 small{font-weight:400;font-size:.7em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dd{margin:0}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92em}
th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid var(--line)}
code{font-size:.9em;background:var(--soft)}
.unverified{border-left:4px solid var(--warn);padding-left:1rem}
article footer{margin-top:2rem;font-size:.85em}
`;

/** Shows one page at a time, and finds pages by words. Text goes into the page as text only. */
export const SITE_SCRIPT = `
"use strict";
(() => {
  const pages = [...document.querySelectorAll("article")];
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  const texts = new Map();
  const textOf = (page) => {
    if (!texts.has(page)) texts.set(page, page.textContent.toLowerCase());
    return texts.get(page);
  };
  const show = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { id = ""; }
    const shown = pages.find((page) => page.id === id) ?? pages[0];
    for (const page of pages) page.hidden = page !== shown;
    document.title = shown.querySelector("h1").firstChild.textContent;
    list.hidden = true;
    scrollTo(0, 0);
  };
  const search = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
    const titleOf = (page) => page.querySelector("h1").textContent.toLowerCase();
    const rank = (page) => (titleOf(page).startsWith(words[0]) ? 0 : titleOf(page).includes(words[0]) ? 1 : 2);
    const found = words.length === 0 ? [] : pages.filter((page) => words.every((word) => textOf(page).includes(word)));
    const best = found.map((page) => [rank(page), page]).sort((left, right) => left[0] - right[0]).slice(0, 40);
    list.replaceChildren(...best.map(([, page]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = "#" + encodeURIComponent(page.id);
      link.textContent = page.querySelector("h1").textContent;
      item.append(link);
      return item;
    }));
    list.hidden = words.length === 0;
    if (words.length > 0 && best.length === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing found.";
      list.append(item);
    }
  };
  input.addEventListener("input", search);
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
    if (event.key === "Escape") { input.value = ""; search(); }
  });
  show();
})();
`;
