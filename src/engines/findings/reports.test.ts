import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import type { Log } from "sarif";
import { expect, test } from "vitest";
import { type Finding, findingLine, isAtLeast, LEVELS } from "./finding.ts";
import { junitXml } from "./junit.ts";
import { rulesOf, sarifLog } from "./sarif.ts";

/** Texts that have broken writers of XML and JSON: controls, halves of pairs, markup, line ends. */
const TEXTS = [
  "plain",
  "a < b && c > \"d\" 'e'",
  "]]>",
  "\u0000\u0008\u001b[31m",
  "\ud800x\udfff",
  "😀\ufffe",
  "one\r\ntwo\ttab",
  "&amp;",
  "",
];
let seed = 1;
const next = (max: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return (seed >> 8) % max;
};
const anyText = (): string => TEXTS[next(TEXTS.length)] + (TEXTS[next(TEXTS.length)] ?? "");
const anyFinding = (): Finding => ({
  path: ["src/a b.ts", "käse/#1.cbl", "x.py"][next(3)] ?? "x",
  line: 1 + next(99),
  ...(next(2) === 0 ? {} : { endLine: 100 + next(9) }),
  level: LEVELS[next(3)] ?? "note",
  rule: ["leak", "off-by-one"][next(2)] ?? "leak",
  message: `m${anyText()}`,
});
const findings = Array.from({ length: 200 }, anyFinding);

test("findings have the shape of SARIF 2.1.0, and are what they were", () => {
  const log: Log = sarifLog(findings, rulesOf(findings), "1.0.0");
  const [run] = log.runs;
  expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual(["leak", "off-by-one"]);
  const back = run?.results?.map(({ ruleId, ruleIndex, level, message, locations }) => {
    const place = locations?.[0]?.physicalLocation;
    expect(run.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
    const { startLine: line, endLine } = place?.region ?? {};
    const path = (place?.artifactLocation?.uri ?? "").split("/").map(decodeURIComponent).join("/");
    return { path, line, ...(endLine === undefined ? {} : { endLine }), level, rule: ruleId, message: message.text };
  });
  expect(back).toEqual(findings);
});

const MIRROR = join(process.env["EVAL_MIRRORS"] ?? "", "oasis-tcs+sarif-spec/repo");
test.skipIf(!existsSync(MIRROR))("it is valid by the schema that OASIS has published", () => {
  const file = "HEAD:sarif-2.1/schema/sarif-schema-2.1.0.json";
  const schema = JSON.parse(execFileSync("git", ["--git-dir", MIRROR, "show", file], { encoding: "utf8" })) as Schema;
  const validator = new Validator(schema, "7");
  const log = sarifLog(findings, rulesOf(findings), "1.0.0");
  expect(validator.validate(JSON.parse(JSON.stringify(log))).errors).toEqual([]);
  expect(validator.validate({ ...log, runs: [{}] }).valid).toBe(false);
});

/** The elements of a document in their order, with attributes and text. @throws for what is no well-formed XML 1.0 */
function readXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  if (/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)) throw new Error("a character XML has not");
  const plain = (escaped: string): string => {
    if (/[<>]|&(?!(?:amp|lt|gt|quot|#10);)/.test(escaped)) throw new Error(`not escaped: ${escaped}`);
    const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#10": "\n" };
    return escaped.replace(/&([^;]+);/g, (_, name: string) => signs[name] ?? "");
  };
  const open: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const all: typeof open = [];
  for (const [, tag, words] of text.replace(/^<\?xml[^>]*\?>\n/, "").matchAll(/<([^>]*)>|([^<]+)/g)) {
    if (tag === undefined) {
      const last = open.at(-1);
      if (last) last.text += plain(words ?? "");
      continue;
    }
    if (tag.startsWith("/")) {
      if (open.pop()?.name !== tag.slice(1)) throw new Error(`${tag} closes what is not open`);
      continue;
    }
    const [, name = "", given = "", end] = /^([\w-]+)((?: [\w-]+="[^"]*")*)(\/?)$/.exec(tag) ?? [];
    if (name === "") throw new Error(`no tag: ${tag}`);
    const attributes = Object.fromEntries(
      [...given.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, plain(value)]),
    );
    const element = { name, attributes, text: "" };
    all.push(element);
    if (end === "") open.push(element);
  }
  if (open.length > 0) throw new Error("not closed");
  return all;
}

test("JUnit's XML is well-formed whatever a model wrote, with a case for the run and one for each finding", () => {
  for (const text of TEXTS) {
    const read = readXml(junitXml({ name: "run", durationMs: 1234, failure: { kind: "limit", text } }, findings));
    expect(read[0]).toMatchObject({ name: "testsuites", attributes: { tests: "201", failures: "201", time: "1.234" } });
    const cases = read.filter(({ name }) => name === "testcase");
    expect(cases.map(({ attributes }) => attributes["file"] ?? "")).toEqual(["", ...findings.map(({ path }) => path)]);
    expect(read.filter(({ name }) => name === "failure")).toHaveLength(201);
  }
  const fine = readXml(junitXml({ name: "run", durationMs: 0 }, []));
  expect(fine.map(({ name }) => name)).toEqual(["testsuites", "testsuite", "testcase"]);
});

test("levels are ordered, and a finding is one line for people", () => {
  expect(LEVELS.map((level) => LEVELS.filter((least) => isAtLeast(level, least)).length)).toEqual([1, 2, 3]);
  for (const finding of findings) expect(findingLine({ ...finding, message: "a\nb" })).not.toContain("\n");
});
