import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manual, ManualSection } from "../../core/ports/knowledge.ts";

const FOLDERS = ["docs/guide", "docs/guide/tasks", "docs/reference"];
/** A table of contents rather than a page. */
const CONTENTS = /(?:^|\/)README\.md$/;
/** Of no use to who asks how something is done. */
const LEFT_OUT = /(?:licences|promises|conformance)\.md$/;

/** Waymark's own documentation as it lies in the package; read with the first question. */
export function createManual(root = packageRoot()): Manual {
  let sections: readonly ManualSection[] | undefined;
  return {
    sections() {
      sections ??=
        root === undefined
          ? []
          : pagesOf(root).flatMap((path) => sectionsOf(path, readFileSync(join(root, path), "utf8")));
      return sections;
    },
  };
}

/** The folder above this file that holds the guide: the package, or the checkout. */
function packageRoot(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, FOLDERS[0] ?? "", "README.md"))) return folder;
  return undefined;
}

function pagesOf(root: string): readonly string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md") && !CONTENTS.test(name) && !LEFT_OUT.test(name))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}

/** A page parted at its headings; what stands in a fence is no heading. */
function sectionsOf(path: string, text: string): readonly ManualSection[] {
  const sections: { path: string; line: number; page: string; heading: string; lines: string[] }[] = [];
  let page = "";
  let isFenced = false;
  for (const [index, row] of text.split("\n").entries()) {
    // What a page is tested with is nothing that a reader sees.
    if (/^<!--.*-->$/.test(row)) {
      sections.at(-1)?.lines.push("");
      continue;
    }
    if (row.startsWith("```")) isFenced = !isFenced;
    const heading = isFenced ? undefined : /^#{1,3} (.+)$/.exec(row)?.[1];
    if (heading === undefined) sections.at(-1)?.lines.push(row);
    else {
      if (page === "") page = heading;
      sections.push({ path, line: index + 1, page, heading, lines: [] });
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join("\n").trim() }));
}
