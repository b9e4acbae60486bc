import { readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

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
  writeFileSync(`${folder}/report-page.js.txt`, output[0].code);
  writeFileSync(
    `${folder}/report-page.css`,
    ["style.css", "views.css"].map((name) => readFileSync(`${PAGE}/${name}`, "utf8")).join(""),
  );
}
