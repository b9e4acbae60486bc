import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toFailure } from "../src/adapters/models/http/failures.ts";
import { ServerFault } from "../src/adapters/models/http/faults.ts";
import { resolveModel } from "../src/adapters/models/services/providers.ts";
import { readFrontMatter } from "../src/adapters/skills/front-matter.ts";
import { findMentions } from "../src/app/knowledge/mentions.ts";
import { textReader } from "../src/app/models/answers/text-reader.ts";
import { createRedaction } from "../src/app/permissions/redaction.ts";
import { exportHtml } from "../src/app/session/export-html.ts";
import { diagramsOf } from "../src/app/session/save-diagrams.ts";
import { checkAnswer } from "../src/app/settings/answer-schema.ts";
import { ConfigSchema } from "../src/app/settings/schema.ts";
import { plainJson } from "../src/app/trust/plain-json.ts";
import { errorText } from "../src/base/error-text.ts";
import { FAILED, isOfTestRun, PASSED } from "../src/base/test-lines.ts";
import { formatSummary } from "../src/core/context/minion.ts";
import { findAnswer } from "../src/core/plan/read-answer.ts";
import { endsInAnnouncement } from "../src/engines/answers/speculation.ts";
import { calledName, stepForm } from "../src/engines/answers/step-form.ts";
import { repairArguments } from "../src/engines/calls/repair-arguments.ts";
import { createCallExtractor } from "../src/engines/calls/stream.ts";
import { tokensOf } from "../src/engines/claims/tokens.ts";
import { parseApplyPatch } from "../src/engines/edits/forms/apply-patch.ts";
import { parseSearchReplace, searchReplaceAt } from "../src/engines/edits/forms/search-replace.ts";
import { parseUnified } from "../src/engines/edits/forms/unified.ts";
import { tryLooseJson } from "../src/engines/json/loose-json.ts";
import { drawMermaid } from "../src/engines/mermaid/draw-svg.ts";
import { carriedData } from "../src/engines/net/carried-data.ts";
import { reduceCobolListing } from "../src/engines/reduce/cobol-listing.ts";
import { reduceOutput } from "../src/engines/reduce/index.ts";
import { judge } from "../src/engines/schema/judge.ts";
import { maskSecretFile } from "../src/engines/secrets/mask-secret-file.ts";
import { npmSettingsTell, withoutCredentials } from "../src/engines/secrets/package-settings.ts";
import { secretPathKind } from "../src/engines/secrets/secret-path.ts";
import { classifyCommand } from "../src/engines/shell/classify-command.ts";
import { htmlText } from "../src/engines/text/html-text.ts";
import { importRules } from "../src/engines/text/imported-files.ts";
import { readmeDigest } from "../src/engines/text/readme-digest.ts";
import { wordLeftOf } from "../src/frontends/terminal/editor/text-buffer.ts";
import { isCostlyMarkdown } from "../src/frontends/terminal/text/markdown-cost.ts";
import { renderMarkdown } from "../src/frontends/terminal/text/render-markdown.ts";
import { createTheme } from "../src/frontends/terminal/theme.ts";
import { inTurn } from "./rounds.ts";

/**
 * Texts that others choose, as long as a server or a file may make them, before each reader of such texts. A reader that tries the
 * same characters again and again takes minutes for one of them: then the test runs out of time. No time is measured here.
 */

const SIZE = 100_000;
const filled = (opening: string, unit: string, end = ""): string =>
  opening + unit.repeat(Math.floor(SIZE / unit.length)) + end;

const TEXTS: readonly string[] = [
  ...[
    "n",
    "\t",
    "\n",
    "\n\t",
    " ",
    ":",
    ".",
    "=",
    "[",
    "<",
    '"',
    "\\",
    "0",
    "-",
    "#",
    "![",
    "/",
    "*",
    "?",
    "@",
    "`",
    "**",
    "__",
    ">",
    "(",
    "{",
    "\r",
    " \n",
    "--- a",
  ].flatMap((unit) => [filled("a", unit, "x"), filled("", unit, "\u2028x")]),
  ...[
    "```\n",
    "a```\n",
    "```mermaid\n",
    " ```MERMAID\r",
    "<think>",
    "<THINK>T",
    "<svg<V",
    "<h1 ",
    "<!--",
    "://:",
    "0:00,",
  ].map((unit) => filled("", unit, "x")),
  ...["exceeded your current quota ", "${A:-", "*** Add File: : ", "<<<<<<< SEARCH\n", "<parent>b", "[a](", '\\"'].map(
    (unit) => filled('"', unit, "\\"),
  ),
  filled("```\t", "\t", "x"),
  filled("NEW_FILE:", "*", "L\t`_"),
  filled("*** Add File: a", " ", " e"),
  filled("-:x\t", "\t", "x"),
  filled("0", "-aa-0", "__"),
  filled("+++END", "\t", ">>>END"),
  filled("<a href=http:", "x"),
  filled("<a ", "a=", "<"),
  filled("password=", ".", "x"),
  filled("-----BEGIN RSA PRIVATE KEY-----", " ", "x"),
  filled("import a", ".a", "*"),
  filled("Tests  ", " ", "x"),
  filled("ok ", "1", "x"),
  filled("--- a\n+++ b\n@@ -1 +1 @@ ", "@", "x\n-a\n+b"),
  filled("", "“", "x"),
  filled("a", ",", "x"),
];

const folder = mkdtempSync(join(tmpdir(), "waymark-texts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const redaction = createRedaction({ environment: { WAYMARK_HOME: folder }, config: ConfigSchema.parse({}) });
const asked = resolveModel("openai/m", { environment: { OPENAI_API_KEY: "key-of-a-test" } });
if ("message" in asked) throw new Error(asked.message);

const PLAIN = createTheme("dark", "none");
if (PLAIN === undefined) throw new Error("no theme");

const ANN = { root: "/home/ann/work/proj", home: "/home/ann" };
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "a look for secrets": (text) => redaction.text(text),
  "calls in an answer": (text) => textReader.read(text, [], { edits: false }),
  "arguments that are no JSON": (text) => repairArguments(`{"a": ${text}`),
  "a loose value": (text) => [tryLooseJson(text), tryLooseJson(`[${text}`)],
  "a plan in an answer": (text) => findAnswer(text, textReader.json, () => undefined),
  "an answer of a schema": (text) => checkAnswer({}, text),
  "a summary": (text) => formatSummary(text, 1),
  "diagrams of an answer": diagramsOf,
  "a session as a page": (text) =>
    exportHtml([{ type: "call-end", result: { callId: "1", name: "x", text, failed: false, durationMs: 1 } }] as never),
  "a patch": parseApplyPatch,
  "blocks of an edit": (text) => [searchReplaceAt(text), parseSearchReplace(text)],
  "values of arguments": (text) => judge({ properties: { a: { type: "number" } } }, { a: text }),
  "a secret file": (text) => maskSecretFile(".env", `A=b\n${text}`),
  "a page": htmlText,
  "a README": (text) => [readmeDigest(text, 500), readmeDigest(`# ${text}`, 500)],
  "an announcement": (text) => [endsInAnnouncement(text), endsInAnnouncement(`${text}\n!`)],
  "a step": (text) => [stepForm(text), stepForm(`--- ${text}\nx`), calledName(text), calledName(`${text}!`)],
  "front matter": (text) => readFrontMatter(`---\n${text}\n---\n`),
  "settings of a project": plainJson,
  "an error of a server": (text) =>
    toFailure(new ServerFault({ status: 400, body: JSON.stringify({ error: { message: text, type: text } }) }), asked),
  "a diff": (text) => [parseUnified(text), parseUnified(`--- ${text}\n+++ b\n@@ -1 +1 @@ ${text}\n-a\n+b\n`)],
  "what a source imports": (text) =>
    ["a.java", "a.py", "a.ts"].map((path) => importRules(path)?.paths(path, `import ${text}\n${text}`)),
  "what a run of tests says": (text) => [isOfTestRun(text), FAILED.test(text), PASSED.test(text)],
  "a sentence about a system": (text) => tokensOf(text, () => false),
  "settings of packages": (text) => {
    for (const form of ["npm", "pip", "yarn", "yarn-1", "toml"] as const)
      withoutCredentials(`a = ${text}\n[index]\n${text}`, form);
    npmSettingsTell(`registry=${text}`);
  },
  "what a prompt names": findMentions,
  "an answer on the screen": (text) => isCostlyMarkdown(text) || renderMarkdown(text.slice(0, 30_000), 80, PLAIN),
  "the word left of the cursor": (text) => wordLeftOf({ text: `${text}!`, cursor: text.length + 1 }),
  "calls in an answer that comes": (text) => {
    const extractor = createCallExtractor();
    for (let at = 0; at < text.length; at += 5_000) extractor.push(text.slice(at, at + 5_000));
    extractor.end();
  },
  "the output of a command": (text) => reduceOutput(text, 5_000, "command"),
  "what a command deletes": (text) => [
    classifyCommand(`rm -rf ${text.slice(0, 60)}x`, ANN),
    classifyCommand(`cd "$X"; rm -rf '${text.slice(0, 9_000).replaceAll("'", "")}x'`, ANN),
  ],
  "a listing of a compiler": (text) => reduceCobolListing(text, 5_000),
  "the name of a file": secretPathKind,
  "the message of an error": (text) => errorText(new Error(`${text}\n${text}`)),
};

test.each(Object.entries(READERS).map(([name, read], at) => [name, read, inTurn(3, TEXTS, at)] as const))(
  "no text keeps %s busy",
  async (_, read, texts) => {
    for (const text of texts) await read(text);
    expect(texts.length).toBeGreaterThan(25);
  },
);

test("a line of a diagram and an address that could be read in many ways are read at once", () => {
  const space = " ".repeat(400);
  for (const line of [
    `a${space}-x${space}${space}b${space}!`,
    `actor ${space}o${space} as ${space}`,
    `A ==${space}x${space}|`,
  ])
    for (const head of ["graph TD", "sequenceDiagram", "stateDiagram"]) drawMermaid(`${head}\n${line}`);
  expect(carriedData(new URL(`https://example.com/0${"-aa".repeat(60)}__`))).toBeUndefined();
});
