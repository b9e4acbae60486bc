import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";
import { csdFacts } from "./csd-definitions.ts";

/** CICS resource definitions: which program a transaction runs, which dataset a file is. */
export const csd: LanguageFrontend = {
  language: "csd",
  extensions: [".csd", ".csdup", ".rdo"],
  detect: (_path, head) =>
    /^ {0,8}DEFINE\s+(?:TRANSACTION|PROGRAM|MAPSET|FILE|LIBRARY|TDQUEUE|DB2ENTRY)\s*\([^)]+\)\s*GROUP\s*\(/im.test(
      head,
    ),
  parse: parseCsd,
};

function parseCsd(source: SourceText): FileFacts {
  const lines = source.text.split("\n");
  const name = (source.path.split("/").at(-1) ?? source.path).replace(/\.[^.]*$/, "").toUpperCase();
  const owner = `module:${name}`;
  const facts = csdFacts({ file: source.path, firstLine: 1, lines }, owner);
  const count = source.text === "" ? 0 : lines.length;
  const isEmpty = facts.symbols.length + facts.references.length === 0;
  return {
    path: source.path,
    language: "csd",
    lines: count,
    parse: isEmpty && count > 1 ? "partial" : "full",
    problems: isEmpty && count > 1 ? [{ line: 1, message: "no DEFINE command in this file" }] : [],
    symbols: [
      { key: owner, kind: "module", name, start: 1, end: Math.max(1, count), detail: { type: "csd" } },
      ...facts.symbols,
    ],
    references: facts.references,
    members: [],
  };
}
