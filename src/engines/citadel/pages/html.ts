import { MADE_BY_META } from "../../../base/made-by-waymark.ts";
import type { Place } from "../model.ts";
import { visibleText } from "../report/text-formats.ts";
import { type DocumentedPage, type Sentence, UNVERIFIED_NOTE, UNVERIFIED_TITLE } from "./documented-page.ts";
import type { PageCell, PageSection } from "./page.ts";

export interface SiteParts {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** The base64 SHA-256 of a text in UTF-8, as a Content-Security-Policy wants it. */
  readonly sha256: (text: string) => string;
}

/**
 * All pages as one file that needs nothing else: no server, no network. Without its script every page stands below the other and
 * links work; nothing of the estate or of a model can become markup in it.
 */
export function* renderSite(
  pages: readonly DocumentedPage[],
  { title, style, script, sha256 }: SiteParts,
): Generator<string> {
  const policy = `default-src 'none'; script-src 'sha256-${sha256(script)}'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
${MADE_BY_META}
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="#index">${escapeHtml(title)}</a><label>Search <input id="search" type="search" autocomplete="off" aria-controls="found"></label><ol id="found" hidden></ol></header>
<main>
`;
  for (const documented of pages) yield pageHtml(documented);
  yield `</main>\n<script>${script}</script>\n</body>\n</html>\n`;
}

function pageHtml({ page, factsSha256, sentences, trouble }: DocumentedPage): string {
  const lead = page.lead.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${cellHtml(value)}</dd>`).join("");
  return `<article id="${escapeHtml(page.path)}" data-kind="${escapeHtml(page.kind)}">
<h1>${escapeHtml(page.title)} <small>${escapeHtml(page.kind)}</small></h1>
<dl>${lead}</dl>
${summaryHtml(sentences)}${trouble === undefined ? "" : `<p class="unverified">No summary: ${escapeHtml(trouble)}</p>`}
${page.sections.map(sectionHtml).join("\n")}
<footer>Facts ${escapeHtml(factsSha256.slice(0, 16))}</footer>
</article>
`;
}

function summaryHtml(sentences: readonly Sentence[]): string {
  const items = (kind: Sentence["kind"]): string =>
    sentences
      .filter((each) => each.kind === kind)
      .map(
        (each) =>
          `<li>${escapeHtml(each.text)} ${placesHtml(each.cites)}${each.kind === "unverified" ? `<br><small>${escapeHtml(each.why)}</small>` : ""}</li>`,
      )
      .join("");
  const [verified, others] = [items("verified"), items("unverified")];
  return [
    verified === "" ? "" : `<h2>Summary</h2><ul>${verified}</ul>`,
    others === ""
      ? ""
      : `<aside class="unverified"><h2>${UNVERIFIED_TITLE}</h2><p>${UNVERIFIED_NOTE}</p><ul>${others}</ul></aside>`,
  ].join("");
}

function sectionHtml({ title, columns, rows, note }: PageSection): string {
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`).join("\n");
  return `<section><h2>${escapeHtml(title)} <small>${rows.length}</small></h2>${note === "" ? "" : `<p>${escapeHtml(note)}</p>`}
<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join("")}</tr></thead><tbody>
${body}
</tbody></table></div></section>`;
}

function cellHtml(cell: PageCell): string {
  if (typeof cell !== "object") return escapeHtml(String(cell));
  if ("places" in cell) return placesHtml(cell.places);
  const { text, page, place } = cell;
  const name = page === undefined ? escapeHtml(text) : `<a href="#${escapeHtml(page)}">${escapeHtml(text)}</a>`;
  return place === undefined ? name : `${name} ${placesHtml([place])}`;
}

const placesHtml = (places: readonly Place[]): string =>
  places.map(({ file, line }) => `<code>${escapeHtml(`${file}:${line}`)}</code>`).join(" ");

const escapeHtml = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
