import { readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

/** Packages whose code goes into each page: their licences go with it. */
const PACKAGES = ["cytoscape", "@dagrejs/dagre", "@dagrejs/graphlib"];
const PAGE = "src/frontends/report-page";

/** Writes what the page of `waymark code report` carries: one classic script with its libraries, and one style. Read when a report is made. */
export async function writeReportPage(folder) {
  const bundle = await rolldown({ input: `${PAGE}/page.ts`, platform: "browser" });
  const { output } = await bundle.generate({
    format: "iife",
    minify: true,
    codeSplitting: false,
    comments: { legal: true },
  });
  await bundle.close();
  const licences = PACKAGES.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`);
  writeFileSync(`${folder}/report-page.js.txt`, `/*!\n${licences.join("\n\n")}\n*/\n${output[0].code}`);
  writeFileSync(
    `${folder}/report-page.css`,
    ["style.css", "views.css"].map((name) => readFileSync(`${PAGE}/${name}`, "utf8")).join(""),
  );
}
