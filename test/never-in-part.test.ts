import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSearch } from "../src/adapters/workspace/search.ts";
import type { Tool } from "../src/core/tool.ts";
import { redactSecrets } from "../src/engines/secrets/redactor.ts";
import { encodeText } from "../src/engines/text/encoding.ts";
import { editFile } from "../src/tools/files/edit-file.ts";
import { readFile } from "../src/tools/files/read-file.ts";
import { findPassages } from "../src/tools/search/find-passages.ts";
import { searchCode } from "../src/tools/search/search-code.ts";
import { type Random, randomOf } from "./random.ts";
import { seeds } from "./rounds.ts";
import { createToolBench, type ToolBench } from "./tool-context.ts";

/** So much of a secret in one piece is of use to somebody. */
const IN_CLEAR_MAX = 20;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

interface Case {
  readonly text: string;
  /** What must not be seen, without the line ends in it. */
  readonly secret: string;
  /** The line on which it begins. */
  readonly line: number;
  readonly told: string;
}

const drawn = (random: Random, length: number): string =>
  Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join("");

const linesOf = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${width}}`, "g")) ?? [];

/** A key or a named secret in a form in which files hold one. */
function secretIn(random: Random): { readonly text: string; readonly secret: string; readonly told: string } {
  const key = drawn(random, 1600);
  const marks = ["BEGIN", "END"].map((word) => `-----${word} ${random.pick(["RSA ", ""])}${"PRIVATE"} KEY-----`);
  const width = random.pick([6, 16, 64, 76, 1600]);
  const rows = linesOf(key, width);
  const token = `ghp_${drawn(random, 36)}`;
  const password = `${drawn(random, 60)}9`;
  return random.pick([
    { told: `key in rows of ${width}`, secret: key, text: [marks[0], ...rows, marks[1]].join("\n") },
    {
      told: `quoted key in rows of ${width}`,
      secret: key,
      text: [marks[0], ...rows, marks[1]].map((row) => `    "${row}\\n" +`).join("\n"),
    },
    {
      told: "key on one line",
      secret: key,
      text: `{"k":"${marks[0]}\\n${linesOf(key, 64).join("\\n")}\\n${marks[1]}"}`,
    },
    {
      told: "key in Base64",
      secret: btoa(`${marks[0]}\n${linesOf(key, 64).join("\n")}\n${marks[1]}\n`),
      text: linesOf(btoa(`${marks[0]}\n${linesOf(key, 64).join("\n")}\n${marks[1]}\n`), 76).join("\n"),
    },
    { told: "token", secret: token, text: `const t = "${token}";` },
    { told: "named value", secret: password, text: `"password": "${password}"` },
    { told: "value below its name", secret: password, text: `password:\n  ${password}` },
    { told: "value in an object", secret: password, text: `"db_password": {\n  "value": "${password}"\n}` },
  ]);
}

function caseOf(random: Random): Case {
  const { text, secret, told } = secretIn(random);
  const isLong = !text.includes("\n") && random.chance(0.6);
  const filler = isLong ? "plain words that say nothing; " : "A line of plain words that say nothing.\n";
  const sizes = isLong ? [1, 13, 66, 270, 640, 40_000] : [0, 3, 60, 500, 130_000];
  const before = filler.repeat(random.pick(sizes)) + (isLong ? "x ".repeat(random.below(60)) : "");
  const whole = `${before}${text}${isLong ? " " : "\n"}${filler.repeat(random.pick([1, 80, 700]))}`;
  const line = before.split("\n").length;
  return {
    text: whole,
    secret,
    line,
    told: `${told}${isLong ? " in a long line" : ""}, behind ${before.length} characters`,
  };
}

type Encoder = (text: string) => Uint8Array;

const encoded =
  (encoding: Parameters<typeof encodeText>[1], mark = ""): Encoder =>
  (text) => {
    const made = encodeText(mark + text, encoding);
    if (made.kind !== "bytes") throw new Error(`${encoding} lacks ${made.character}`);
    return made.bytes;
  };
const ENCODERS: Readonly<Record<string, Encoder>> = {
  "utf-8": encoded("utf-8"),
  "utf-8 with a mark": encoded("utf-8", "\uFEFF"),
  "utf-16le with a mark": encoded("utf-16le", "\uFEFF"),
  "utf-16be with a mark": encoded("utf-16be", "\uFEFF"),
  "utf-16le": encoded("utf-16le"),
  "windows-1252": (text) => encoded("windows-1252")(`é ${text}`),
  EBCDIC: encoded("cp037"),
};

let bench: ToolBench;

beforeAll(() => {
  bench = createToolBench();
});

afterAll(() => bench.close());

test.each(seeds(6))("no door shows a part of a secret that it cuts out of a file (%i)", async (seed) => {
  const random = randomOf(seed);
  const { text, secret, line, told } = caseOf(random);
  const encoding = random.pick(Object.keys(ENCODERS));
  const path = random.pick(["notes.txt", "data.json", "a.js", "conf.yml", "doc.md"]);
  writeFileSync(join(bench.root, path), ENCODERS[encoding]?.(text) ?? "");
  const rows = secret.length > 100 ? Math.floor(secret.length / 76) : 1;
  const offsets = [line, line + 1, line + 2, line + random.below(rows + 2)];
  const literal = secret.slice(30, 33);
  const patterns = ["[A-Za-z0-9+/=]{20,}", literal, secret.slice(-6), 'password|const|"k"', "value|  "];
  const calls: [Tool, object][] = [
    [readFile, { path }],
    ...offsets.map((offset): [Tool, object] => [readFile, { path, offset, limit: 3 }]),
    ...patterns.map((pattern): [Tool, object] => [searchCode, { pattern, path: ".", context: random.below(3) }]),
    [findPassages, { query: `password value ${literal} words`, lines: 5 }],
    [editFile, { path, old_string: `${secret.slice(40, 55)} other`, new_string: "x" }],
    [editFile, { path, old_string: "A line of plain words", new_string: "x" }],
  ];
  const shown: string[] = [];
  const own = createSearch({ workspace: bench.context.workspace, environment: {}, engine: "own" });
  for (const search of [bench.context.search, own])
    for (const [tool, input] of calls) {
      if (search === own && tool.name !== "search_code") continue;
      const said = await bench
        .run({ ...tool, run: (given, context) => tool.run(given, { ...context, search }) }, input)
        .then(
          ({ text: result, display }) => `${result}\n${JSON.stringify(display)}`,
          (error: Error) => error.message,
        );
      const clear = partOf(secret, redactSecrets(said));
      if (clear !== undefined) shown.push(`${tool.name} ${JSON.stringify(input)} shows ${clear}`);
    }
  expect({ told, encoding, shown }).toEqual({ told, encoding, shown: [] });
});

/** A part of the secret that a text shows, whatever a face puts between its lines. */
function partOf(secret: string, text: string): string | undefined {
  const bare = text.replace(/^\s*\d+[\t:-]/gm, "").replace(/\\+[nt"]|[\s"'+,]/g, "");
  for (let at = 0; at + IN_CLEAR_MAX <= secret.length; at += 1) {
    const part = secret.slice(at, at + IN_CLEAR_MAX);
    if (bare.includes(part)) return part;
  }
  return undefined;
}
