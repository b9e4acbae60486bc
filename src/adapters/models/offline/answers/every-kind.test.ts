import { expect, test } from "vitest";
import { settledLists } from "../cut-lists.ts";
import type { Folder, Thing } from "../folder.ts";
import type { Found, Looking, Wanted } from "../looking.ts";
import type { Answer, Asked, Intent } from "./answer.ts";
import { INTENTS } from "./intents.ts";

/** So many of everything, which is more than any answer shows. */
const MANY = 70;
const numbers = Array.from({ length: MANY }, (_, index) => index);

/** Lines that one kind of question or another looks for, each with the number of its file. */
const CODE = (at: number): string =>
  [
    `// TODO lid ${at}`,
    `export function openLid${at}(box: Box): void {`,
    `export class Lid${at} extends Box {`,
    `  const home = process.env.LID_${at};`,
    `  throw new TypeError("no lid ${at}");`,
    `  openLid(box); loadConfig(${at}); app.get("/lids/${at}", openLid);`,
    `  test("lid ${at} opens", () => {});`,
  ].join("\n");
const COBOL = (at: number): string =>
  [
    `       PROGRAM-ID. P${at}.`,
    `           COPY LIDS.`,
    `       01 LID-${at} PIC X(09).`,
    `           MOVE ${at} TO RETURN-CODE.`,
    `           CALL 'OPENLID' USING LID-${at}.`,
    `           GOBACK.`,
  ].join("\n");
const JCL = (at: number): string =>
  [
    `//J${at} JOB CLASS=A`,
    `//* opens lid ${at}`,
    ...numbers.map((step) => `//S${step} EXEC PGM=P${at}`),
    "//LIDS DD DSN=BOX.LIDS,DISP=SHR",
  ].join("\n");

const FILES: ReadonlyMap<string, string> = new Map([
  [
    "README.md",
    `# Boxes\n\nKeeps lids.\n\n${numbers.map((at) => `## Lids ${at}\n\nopenLid ${at}\n\n- lid\n`).join("\n")}`,
  ],
  ["package.json", `{ "scripts": {\n${numbers.map((at) => `  "test:${at}": "run ${at}"`).join(",\n")}\n} }`],
  ["source/openLid.ts", "export function openLid(box: Box): void {}"],
  ...numbers.flatMap((at): (readonly [string, string])[] => [
    [`source/lid${at}.ts`, CODE(at)],
    [`test/lid${at}.test.ts`, CODE(at)],
    [`docs/lid${at}.md`, `# openLid ${at}\n\nlids`],
    [`cbl/P${at}.cbl`, COBOL(at)],
    [`jcl/J${at}.jcl`, JCL(at)],
    [`.github/workflows/w${at}.yml`, `name: lid ${at}\non: push\njobs:\n  x:\n    steps:\n      - run: npm test ${at}`],
  ]),
]);

const TITLES = [
  ..."Callers|calls|performs|executes|copies|imports|reads|writes|Longest files|Most complex units".split("|"),
  ..."What changes|Main calls|Functions|Transactions|Programs|Maps|Jobs, datasets and tables|Not read in full".split(
    "|",
  ),
];

/** What any tool says: of code intelligence many rows in every list, of git many commits. */
function found({ name, input }: Wanted): Found {
  const text = (value: string): Found => ({ text: value, failed: false });
  if (name === "find_files") return text([...FILES.keys()].join("\n"));
  if (name === "search_code") return text(searched(input));
  if (name === "read_file") return readLines(input);
  if (name === "shell")
    return text(numbers.map((at) => `${String(at).padStart(7, "a")} 2026-01-02 Ann ${at}: opens lid ${at}`).join("\n"));
  if (name === "find_passages") return text("No passage speaks of it.");
  const rows = numbers.map((at) => `- P${at} (calls): CALL 'OPENLID' — cbl/P${at}.cbl:5`).join("\n");
  return text(`# Report\n\nLines: 7\n\n${TITLES.map((title) => `## ${title} (${MANY})\n${rows}\n`).join("\n")}`);
}

function searched(input: Wanted["input"]): string {
  const pattern = patternOf(String(input["pattern"]));
  const place = String(input["path"] ?? "");
  const blocks = [...FILES].flatMap(([path, text]) => {
    const rows = text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${index + 1}:${line}`] : []));
    return path.startsWith(place) && rows.length > 0 ? [[path, ...rows].join("\n")] : [];
  });
  return blocks.length > 0 ? blocks.join("\n\n") : "No match.";
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, "i");
  } catch {
    return /(?!)/;
  }
}

function readLines(input: Wanted["input"]): Found {
  const lines = FILES.get(String(input["path"]))?.split("\n");
  const from = Number(input["offset"] ?? 1);
  const rows = lines
    ?.map((line, index) => `${index + 1}\t${line}`)
    .slice(from - 1, from - 1 + Number(input["limit"] ?? 2000));
  return { text: rows?.join("\n") ?? "There is no such file.", failed: rows === undefined };
}

function play(work: Looking<Answer>): Answer {
  let state = work.next();
  for (let round = 0; !state.done && round < 500; round++) state = work.next(state.value.map(found));
  if (!state.done) throw new Error("no end");
  return state.value;
}

const FOLDER: Folder = {
  paths: [...FILES.keys()],
  isWhole: true,
  tools: new Set([
    ..."find_files read_file search_code find_passages shell citadel_crud citadel_jobs citadel_screens".split(" "),
    ..."citadel_get_callers citadel_get_callouts citadel_get_functions citadel_get_file_stats citadel_impact".split(
      " ",
    ),
    ..."citadel_get_file_summary citadel_dead_code citadel_rules citadel_fields citadel_lineage".split(" "),
  ]),
};

const THINGS: Readonly<Record<string, Thing>> = Object.fromEntries(
  [
    ["function", "openLid", "source/openLid.ts"],
    ["program", "P1", "cbl/P1.cbl"],
    ["job", "J1", "jcl/J1.jcl"],
    ["file", "cbl/P1.cbl", "cbl/P1.cbl"],
    ["data-item", "LID-1", "cbl/P1.cbl"],
    ["folder", "source", "source/lid1.ts"],
  ].map(([kind = "", name = "", path = ""]) => [
    kind,
    { written: name, name, kind, places: numbers.map((at) => ({ path, line: at + 1, text: name })) },
  ]),
);

const askedOf = (intent: Intent, thing: Thing): Asked => ({
  part:
    intent.forms
      .split("|")[0]
      ?.trim()
      .replace(/\b[XYF]\b/g, thing.name)
      .replace(/\bT\b/, "lids") ?? "",
  things: intent.needs === "nothing" || intent.needs === "topic" ? [] : [thing, ...(intent.isOfTwo ? [thing] : [])],
  topic: intent.needs === "topic" ? ["lid"] : [],
  subject: ["lid"],
  restricting: [],
  concepts: new Set(["list", "howmany"]),
  folder: FOLDER,
});

const COUNTED = /\((?:more than )?(\d+)(?:, [^()]*)?\):$/;
const isRow = (line: string | undefined): boolean => line !== undefined && /^(?:- (?!…)|\d+\. )/.test(line);

/** Lists that show fewer rows than their titles count, and do not say so. */
function unmarked(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.flatMap((title, at) => {
    const total = Number(COUNTED.exec(title)?.[1] ?? 0);
    if (!isRow(lines[at + 1])) return [];
    const end = lines.findIndex((line, index) => index > at && !isRow(line) && !/^\s{2,}\S/.test(line));
    const rows = lines.slice(at + 1, end < 0 ? undefined : end).filter(isRow);
    const isMarked = /^\s*(?:- )?… /.test(lines[end] ?? "");
    return rows.length < total && !isMarked ? [`${title} ${rows.length} rows`] : [];
  });
}

/** A cut list of what there are many of may have no title that counts: then more than a few of them are all, or something says that there are more. */
function isUntold(text: string): boolean {
  const shown = new Set([...text.matchAll(/\b(?:lid|P|J|S|LID_|LID-|openLid)(\d+)\b/g)].map(([, at]) => at));
  return shown.size > 4 && shown.size < MANY && !/^\s*(?:- )?… |and \d+ more|such as|^Nearest/m.test(text);
}

const cases = INTENTS.flatMap((intent) =>
  (intent.needs === "nothing" || intent.needs === "topic" ? ["function"] : Object.keys(THINGS)).map(
    (kind) => [intent, kind] as const,
  ),
);

test("each kind of answer, of more than it shows, says what it leaves out, and leaves nothing out in full", () => {
  let cut = 0;
  const faults = cases.flatMap(([intent, kind]) => {
    const thing = THINGS[kind];
    if (!thing) return [];
    const { text } = play(intent.answer(askedOf(intent, thing)));
    const short = settledLists(text, { isInFull: false });
    const whole = settledLists(text, { isInFull: true });
    if (short !== whole) cut++;
    const left = [...unmarked(short), ...unmarked(whole), ...(isUntold(short) ? [short] : [])];
    return left.map((fault) => `${intent.id} of a ${kind}: ${fault}`);
  });
  expect(faults).toEqual([]);
  expect(cut).toBeGreaterThan(cases.length / 4);
});

test("the gate sees a list that is cut without a word", () => {
  expect(unmarked("Lids (3):\n- a\n- b\nbelow")).toEqual(["Lids (3): 2 rows"]);
  expect(unmarked("Lids (3):\n- a\n- b\n- … 2 of 3 shown\nLids (1):\n- a")).toEqual([]);
  expect(isUntold("lid1 lid2 lid3 lid4 lid5")).toBe(true);
});
