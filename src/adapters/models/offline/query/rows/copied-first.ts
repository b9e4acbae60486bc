import { escapeRegExp } from "../../../../../base/glob.ts";
import { stemOf } from "../../file-names.ts";
import { type Looking, look } from "../../looking.ts";
import { type CitedLine, isComment, readCitedLines } from "../../result-text.ts";

const SOURCES = "*.{cbl,cob,cobol,cpy,CBL,COB,CPY}";
const COPYBOOK = /\.(?:cpy|copy)$/i;
const COPYBOOKS_MAX = 30;

/** The lines without those of copybooks that no program copies, where others are left. */
export function* copiedFirst(lines: readonly CitedLine[]): Looking<readonly CitedLine[]> {
  const stems = [...new Set(lines.filter(({ path }) => COPYBOOK.test(path)).map(({ path }) => stemOf(path)))];
  if (stems.length < 2 || stems.length > COPYBOOKS_MAX) return lines;
  const pattern = `\\b(?:COPY|INCLUDE) +['"]?(?:${stems.map(escapeRegExp).join("|")})\\b`;
  const found = yield* look("search_code", { pattern, glob: SOURCES, ignore_case: true, limit: 500 });
  if (found.failed) return lines;
  const text = readCitedLines(found.text)
    .filter((line) => !isComment(line.path, line.text))
    .map((line) => line.text.toUpperCase())
    .join("\n");
  const isCopied = (path: string): boolean =>
    new RegExp(`\\b${escapeRegExp(stemOf(path).toUpperCase())}\\b`).test(text);
  const kept = lines.filter(({ path }) => !COPYBOOK.test(path) || isCopied(path));
  return kept.length > 0 ? kept : lines;
}
