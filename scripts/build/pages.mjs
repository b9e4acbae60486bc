import { readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";
import { refuseWarnings } from "./refuse-warnings.mjs";

const SOURCES = "src/frontends/view/pages";
/** What each page is made of; the code of its packages goes into it, and so do their licences. */
const PAGES = [
  {
    name: "report",
    script: "estate/page.ts",
    styles: ["estate/style.css", "estate/views.css"],
    packages: ["cytoscape", "@dagrejs/dagre", "@dagrejs/graphlib"],
  },
  { name: "view", script: "work/page.ts", styles: ["work/style.css", "work/entries.css"], packages: ["preact", "htm"] },
  { name: "clock", script: "clock.ts", styles: [], packages: [] },
];

/** Writes what the pages carry: of each one classic script with its libraries, and one style. Read when a page is made or served. */
export async function writePages(folder) {
  for (const { name, script, styles, packages } of PAGES) {
    const bundle = await rolldown({ input: `${SOURCES}/${script}`, platform: "browser", onLog: refuseWarnings });
    const { output } = await bundle.generate({
      format: "iife",
      minify: true,
      codeSplitting: false,
      comments: { legal: true },
    });
    await bundle.close();
    const licences = packages.map(
      (name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`,
    );
    const head = licences.length === 0 ? "" : `/*!\n${licences.join("\n\n")}\n*/\n`;
    writeFileSync(`${folder}/${name}-page.js.txt`, `${head}${output[0].code}`);
    if (styles.length === 0) continue;
    const style = styles.map((file) => readFileSync(`${SOURCES}/${file}`, "utf8")).join("");
    writeFileSync(`${folder}/${name}-page.css`, style);
  }
}
