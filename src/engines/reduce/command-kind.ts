import type { ResultKind } from "../../base/result-kind.ts";

/** Filters whose output is of the kind that goes in. */
const PASSES_ON = new Set(["head", "tail", "sort", "uniq", "less", "more", "tac"]);
const SEARCHES = new Set([
  "grep",
  "egrep",
  "fgrep",
  "zgrep",
  "rg",
  "ag",
  "ack",
  "git grep",
  "find",
  "fd",
  "ls",
  "tree",
  "git ls-files",
]);
const SHOWS_FILES = new Set([
  "cat",
  "nl",
  "bat",
  "sed",
  "tac",
  "head",
  "tail",
  "less",
  "more",
  "cut",
  "git show",
  "git blame",
]);
/** What a command may have printed, or words: no source. */
const PRINTED_FILE = /\.(?:txt|log|out|err)$/i;
const DATA_FILE = /\.(?:csv|tsv|psv|jsonl?|ndjson)$/i;
/** What cannot be read by cutting at operators: quotes that hold one, substitutions, here-documents, groups. */
const BEYOND = /\$\(|`|<<|[{}()]/;

/**
 * What a command's output is, as far as its words say: lines that were looked for, or the text of files. Everything else,
 * and what is not plainly one of them, is a `command`.
 */
export function commandKind(command: string): ResultKind {
  const bare = command.replace(/'[^']*'|"(?:[^"\\$`]|\\.)*"/g, "Q").trim();
  if (BEYOND.test(bare)) return "command";
  const kinds = bare
    .split(/&&|\|\||;|\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^cd\s/.test(part))
    .map(pipelineKind);
  const [first = "command", ...others] = kinds;
  return others.every((kind) => kind === first) ? first : "command";
}

function pipelineKind(pipeline: string): ResultKind {
  for (const stage of pipeline.split("|").toReversed()) {
    const words = stage
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\d?>/.test(word));
    const [program = "", second = ""] = words;
    const name = program === "git" ? `git ${second}` : program;
    const operands = words.slice(1).filter((word) => !word.startsWith("-"));
    const hasFile = operands.some((word) => /[./]/.test(word));
    if (PASSES_ON.has(name) && !hasFile) continue;
    if (SEARCHES.has(name)) return "search";
    if (SHOWS_FILES.has(name)) return fileKind(operands);
    return "command";
  }
  return "command";
}

function fileKind(operands: readonly string[]): ResultKind {
  if (operands.some((word) => PRINTED_FILE.test(word))) return "command";
  return operands.some((word) => DATA_FILE.test(word)) ? "data" : "source";
}
