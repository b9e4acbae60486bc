import { memberSymbol, nothingFound, standaloneFacts } from "../../file-facts.ts";
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
  const module = memberSymbol(source, "module", { type: "csd" });
  const lines = source.text.split("\n");
  const { symbols, references } = csdFacts({ file: source.path, firstLine: 1, lines }, module.key);
  const isEmpty = symbols.length + references.length === 0;
  const problems = isEmpty ? nothingFound(source.text, "no DEFINE command in this file") : [];
  return standaloneFacts(source, "csd", { symbols: [module, ...symbols], references, problems });
}
