import { escapeRegExp } from "../../../../base/glob.ts";
import { SENTENCES } from "./frames.ts";
import { MINOR, PIECES } from "./pieces.ts";

const WHOLE = SENTENCES.map(([english, portuguese]) => ({
  form: new RegExp(`^${english.split("{}").map(escapeRegExp).join("(.*?)")}$`),
  parts: portuguese.split("{}"),
}));
const INSIDE = PIECES.map(([english, portuguese]) => ({
  form: new RegExp(
    `${/^\w/.test(english) ? "(?<![\\w./-])" : ""}${escapeRegExp(english)}${/\w$/.test(english) ? "(?![\\w./-])" : ""}`,
    "g",
  ),
  portuguese,
}));

/** An answer with the sentences around what is quoted in Portuguese; what a file says stays as it is. */
export function inPortuguese(text: string): string {
  let isSource = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isSource = !isSource;
      return isSource || /^\s{2,}\S/.test(line) ? line : lineInPortuguese(line);
    })
    .join("\n");
}

function lineInPortuguese(line: string): string {
  for (const { form, parts } of WHOLE) {
    const match = form.exec(line);
    if (match) return withMinor(parts.map((part, index) => part + (match[index + 1] ?? "")).join(""));
  }
  // The title of a list of rows counts them; of a row only its note is ours.
  if (
    /^(?:(?:Yes|No): )?(?:\d+|[Nn]o) (?:[\w-]+ ){0,2}?(?:programs?|jobs?|steps?|transactions?|screens?|fields?|copybooks?|tables?|datasets?|paragraphs?|files?|folders?|functions?|class(?:es)?|dependenc(?:y|ies)|commands?|tests?)\b.*[:.]$/.test(
      line,
    )
  )
    return withPieces(line);
  return /^- \S+: (?:no step of a job|no source of|run by|\d+ lines) .* — \S+:\d+$/.test(line) ||
    /^- \S+:\d+ {2}\d+ lines$/.test(line)
    ? withPieces(line)
    : line;
}

const withMinor = (line: string): string =>
  MINOR.reduce((said, [form, portuguese]) => said.replace(form, portuguese), line);

const withPieces = (line: string): string =>
  INSIDE.reduce((said, { form, portuguese }) => said.replace(form, portuguese), line);
