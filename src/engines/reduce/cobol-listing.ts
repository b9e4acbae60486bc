import { linesWithin, type Reducer } from "./reduction.ts";

const PAGE = /^1?[ \t]*PP 5[56]\d\d-[A-Z0-9]+ IBM .*COBOL|^[ \t]*LineID[ \t]+PL SL[ \t]+----\+/m;
/** `  LineID  Message code  Message text` and its rows, as IBM Enterprise COBOL prints them at the end. */
const MESSAGE = /^(?:\s*\d+)?\s+IGY[A-Z]{2}\d{4}-[IWESU]\b/;
const INLINE_MESSAGE = /^\s*==\d+==>\s*IGY/;
const SUMMARY =
  /^\s*(?:Messages\s+Total|Printed:|Return code|\* Statistics for|\*\s+(?:Source|Data|Procedure)|End of compilation)/;

/** A compile listing of Enterprise COBOL: its messages with the source lines they mean, and the statistics. */
export const reduceCobolListing: Reducer = (text, charsMax) => {
  const lines = text.split("\n");
  const isListing = PAGE.test(text.slice(0, 200_000)) && lines.some((line) => MESSAGE.test(line) || SUMMARY.test(line));
  if (!isListing) return undefined;
  const source = sourceLines(lines);
  const messages: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!MESSAGE.test(line) && !INLINE_MESSAGE.test(line)) continue;
    messages.push(line.trim());
    for (let next = index + 1; /^\s{20,}\S/.test(lines[next] ?? "") && next < index + 4; next++)
      messages.push(`  ${(lines[next] ?? "").trim()}`);
    const meant = source.get(/^\s*(\d+)\s+IGY/.exec(line)?.[1] ?? "");
    if (meant !== undefined) messages.push(`  source: ${meant}`);
  }
  const summary = lines.filter((line) => SUMMARY.test(line)).map((line) => line.trim());
  if (messages.length + summary.length === 0) return undefined;
  const shown = [
    ...linesWithin(messages, charsMax * 0.8, "lines of messages"),
    ...linesWithin(summary, 2_000, "lines"),
  ];
  return { kind: "a COBOL listing", text: shown.join("\n") };
};

/** Source by its LineID: six digits at the beginning, then nesting columns, then the line as it was written. */
function sourceLines(lines: readonly string[]): ReadonlyMap<string, string> {
  const source = new Map<string, string>();
  for (const line of lines) {
    const match = /^\s{0,3}(\d{6})[ C/+]?\s{0,40}(\S.*)$/.exec(line);
    if (match?.[1] && match[2] && !line.includes("IGY")) source.set(String(Number(match[1])), match[2].trim());
  }
  return source;
}
