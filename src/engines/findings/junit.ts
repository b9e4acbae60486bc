import type { Finding } from "./finding.ts";

/** How a run ended, for a report of tests. */
export interface RunVerdict {
  readonly name: string;
  readonly durationMs: number;
  /** Why it did not do what was asked; absent where it did. */
  readonly failure?: { readonly kind: string; readonly text: string };
}

/** A run and its findings in the form of JUnit's XML that CI servers read: one case for the run, and one, failed, for each finding. */
export function junitXml({ name, durationMs, failure }: RunVerdict, findings: readonly Finding[]): string {
  const seconds = (durationMs / 1000).toFixed(3);
  const tests = findings.length + 1;
  const failures = findings.length + (failure === undefined ? 0 : 1);
  const cases = [
    testCase({ classname: "waymark", name, time: seconds }, failure && { type: failure.kind, text: failure.text }),
    ...findings.map(({ path, line, rule, level, message }) =>
      testCase(
        { classname: path, name: `${rule} at line ${line}`, file: path, line, time: "0.000" },
        {
          type: level,
          text: message,
        },
      ),
    ),
  ];
  const counts = `tests="${tests}" failures="${failures}" errors="0" time="${seconds}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n<testsuite name="waymark" ${counts} skipped="0">\n${cases.join("\n")}\n</testsuite>\n</testsuites>\n`;
}

function testCase(
  attributes: Readonly<Record<string, string | number>>,
  failure: { readonly type: string; readonly text: string } | undefined,
): string {
  const start = `<testcase${attributesOf(attributes)}`;
  if (failure === undefined) return `${start}/>`;
  const [first = ""] = failure.text.split("\n");
  return `${start}><failure${attributesOf({ message: first, type: failure.type })}>${escaped(failure.text)}</failure></testcase>`;
}

const attributesOf = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll("\n", "&#10;")}"`)
    .join("");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What XML 1.0 has no way to say is left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
