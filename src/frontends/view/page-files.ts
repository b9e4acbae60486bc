import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import { type Language, languageSpoken, spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { type PageAlone, type PageTongue, wordsElement } from "../../engines/citadel/report/html.ts";

type PageName = "view" | "report";

/** The pages in other languages than the one that they are written in: each text of theirs, and of the reports that they show. */
const TRANSLATIONS: Readonly<Record<Language, () => Promise<PageTongue["words"]>>> = {
  en: async () => undefined,
  pt: async () => (await import("./words/pt.json", { with: { type: "json" } })).default,
};

async function pageTongue(): Promise<PageTongue> {
  const language = languageSpoken();
  return { language, words: await TRANSLATIONS[language]() };
}

/** What a page that stands alone is made with, its data apart. */
export const pageParts = async (name: PageName): Promise<Omit<PageAlone, "title" | "data">> => ({
  tongue: await pageTongue(),
  script: pagePart(`${name}-page.js.txt`),
  style: pagePart(`${name}-page.css`),
  sha256: (text) => hash("sha256", text, "base64"),
});

/** What the build made of `pages/`; it lies in the bundle's folder. */
function pagePart(name: string): string {
  const folder = import.meta.url.endsWith(".ts")
    ? "../../../dist/"
    : import.meta.url.includes("/chunks/")
      ? "../"
      : "./";
  return readFileSync(new URL(`${folder}${name}`, import.meta.url), "utf8");
}

const shell = (name: PageName, tongue: PageTongue): string => `<!doctype html>
<html lang="${tongue.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Waymark</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/${name}.css" id="__________cytoscape_stylesheet">
</head>
<body><noscript>${spoken(phrase`This page needs scripts; \`waymark sessions show ID\` prints a session without.`)}</noscript>${wordsElement(tongue)}<script src="/${name}.js"></script></body>
</html>
`;

/** Shells, scripts and styles: the same for everybody, so that they need no token. */
export function pageFiles(app: Hono): void {
  for (const name of ["view", "report", "clock"] as const)
    app.get(`/${name}.js`, (context) => {
      context.header("content-type", "text/javascript; charset=utf-8");
      return context.body(pagePart(`${name}-page.js.txt`));
    });
  for (const [path, name] of [
    ["/", "view"],
    ["/estate", "report"],
  ] as const) {
    app.get(path, async (context) => context.html(shell(name, await pageTongue())));
    app.get(`/${name}.css`, (context) => {
      context.header("content-type", "text/css; charset=utf-8");
      return context.body(pagePart(`${name}-page.css`));
    });
  }
}
