import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EDGE_KINDS, type Graph, NODE_KINDS } from "../../src/engines/citadel/model.ts";
import { readEstateTruth, scoreEstate } from "../estate-truth.ts";
import { inTurn } from "../rounds.ts";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, runWaymark } from "./run-waymark.ts";

const place = makePlace();
const folder = dirname(place.cwd);
beforeAll(() => cpSync(resolve(import.meta.dirname, "../fixtures/estate"), place.cwd, { recursive: true }));
afterAll(() => place.remove());

const code = (...args: readonly string[]) => runWaymark(["code", ...args], place);

/** Every `path:line` of a text, with the text of that line. */
function citations(text: string): { place: string; line: string | undefined }[] {
  return [...text.matchAll(/([\w./%-]+\.\w+):(\d+)/g)].map(([shown, path, line]) => ({
    place: shown,
    line: readFileSync(join(place.cwd, path ?? ""), "latin1").split("\n")[Number(line) - 1],
  }));
}

describe("waymark code", () => {
  test.each<[verb: string, args: readonly string[], expected: RegExp]>(
    inTurn(2, [
      ["analyze", ["cbl/ACCTPOST.cbl"], /2000-PROCESS \(paragraph\), lines 40-5\d/],
      ["functions", ["cbl/ACCTPOST.cbl"], /performs 2000-PROCESS THRU 2000-EXIT/],
      ["callouts", ["cbl"], /MENUPGM\/2000-GO -> ACCTINQ \[resolved\]/],
      ["includes", ["cbl/ACCTPOST.cbl"], /ACCTREC/],
      ["body", ["cbl/ACCTPOST.cbl", "2500-rewrite"], /REWRITE ACCT-RECORD/],
      ["bodies", ["cbl/ACCTPOST.cbl", "2500-REWRITE", "NO-SUCH"], /Found 1 of 2[\s\S]*\*Not found\*/],
      ["stats", ["cbl/ACCTPOST.cbl"], /Paragraph count: \d+/],
      ["callers", [".", "ACCTINQ"], /BINQ \(executes\).*csd\/BNKCICS\.csd:4/],
      ["callers", ["cpy/ACCTREC.cpy"], /Total: 4 callers/],
      ["sequence", ["."], /sequenceDiagram/],
      ["dead-code", ["."], /ACCTPOST\/4000-OLD-REPORT.*cbl\/ACCTPOST\.cbl:65/],
      ["flow", ["cbl/ACCTPOST.cbl"], /flowchart TD/],
      ["summary", ["cbl/ACCTPOST.cbl"], /Entry points/],
      ["patterns", ["cbl/ACCTPOST.cbl"], /Pattern coverage/],
      ["impact", ["ACCT-ID"], /ACCTPOST.*cbl\/ACCTPOST\.cbl:46/],
      ["lineage", ["ACCT-ID"], /ACCT-ID <- ACCTNOI/],
      ["jobs", ["."], /POSTJOB\/CLEANUP: D/],
      ["screens", ["."], /BMEN -> MENUPGM/],
      ["index", [], /cobol: 11/],
      ["graph", [], /performs: \d+/],
    ]),
  )("%s %j answers, and what it cites is there", async (verb, args, expected) => {
    const text = await code(verb, ...args);
    expect(text.stderr).toBe("");
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(expected);
    expect(citations(text.stdout).filter(({ line }) => line === undefined)).toEqual([]);
    const json = await code(verb, ...args, "--json");
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toBeTypeOf("object");
  });

  test("a question of one file is refused for a folder without reading it", async () => {
    const run = await code("functions", ".");
    expect([run.code, run.stderr]).toEqual([42, expect.stringContaining("name the file")]);
  });

  test("graph prints what is selected of it", async () => {
    const all = JSON.parse((await code("graph", "--json")).stdout) as Graph;
    const some = await code("graph", "--json", "--kind", "calls", "--file", "cbl/ACCTPOST.cbl", "--from", "acctpost");
    const isWanted = ({ kind, file }: Graph["edges"][number]): boolean =>
      kind === "calls" && file === "cbl/ACCTPOST.cbl";
    expect(JSON.parse(some.stdout)).toEqual({
      files: all.files.filter(({ path }) => path === "cbl/ACCTPOST.cbl"),
      nodes: [],
      edges: all.edges.filter(isWanted),
      problems: [],
    });
    expect(all.edges.filter(isWanted)).not.toEqual([]);
    const strange = await code("graph", "--kind", "cals");
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining("did you mean calls?")]);
    for (const asJson of [[], ["--json"]]) {
      const unknown = await code("graph", "--from", "ACCTPOTS", ...asJson);
      expect([unknown.code, unknown.stdout]).toEqual([42, ""]);
      expect(unknown.stderr).toContain("ACCTPOTS is not known: no node has that name. Did you mean ACCTPOST?");
    }
    const gone = await code("graph", "--file", "cbl/NONE.cbl");
    expect([gone.code, gone.stderr]).toEqual([42, expect.stringContaining("There is no cbl/NONE.cbl below")]);
  });

  test("graph --json is the document of the contract", async () => {
    const run = await code("graph", "--root", place.cwd, "--json");
    const graph = JSON.parse(run.stdout) as Graph;
    expect(scoreEstate(graph, readEstateTruth()).misses).toEqual([]);
    for (const file of graph.files) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(["full", "partial", "failed"]).toContain(file.parse);
    }
    expect(
      graph.nodes.every((node) => NODE_KINDS.includes(node.kind) && node.start >= 1 && node.end >= node.start),
    ).toBe(true);
    expect(
      graph.edges.every((edge) => EDGE_KINDS.includes(edge.kind) && edge.name !== "" && edge.text !== undefined),
    ).toBe(true);
  });

  test("a long list is cut and says of how much", async () => {
    const run = await code("callouts", ".", "--limit", "2", "--offset", "1");
    expect(run.stdout).toMatch(/2 of \d+ shown, from 2/);
  });

  test("rules that deny hold for it, a folder can be added, and a library named", async () => {
    const settings = join(place.home, "waymark/config/config.json");
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ permissions: { deny: ["read_file(csd/**)"] } }));
    const denied = await code("callers", ".", "ACCTINQ");
    const asked = await code("analyze", "csd/BNKCICS.csd");
    rmSync(settings);
    expect(denied.stdout).toContain("cbl/MENUPGM.cbl");
    expect(denied.stdout).not.toContain("csd/");
    expect([asked.stderr, asked.code]).toEqual([expect.stringContaining("a rule denies it"), 42]);
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "FARAWAY.cbl"), programCalling("ACCTINQ"));
    expect((await code("callers", ".", "ACCTINQ", "--add-dir", other)).stdout).toContain(`${other}/FARAWAY.cbl:6`);
    expect((await code("callers", ".", "ACCTINQ")).stdout).not.toContain("FARAWAY");
    expect((await code("callers", ".", "ACCTINQ", "--library", other)).stdout).toContain(`${other}/FARAWAY.cbl:6`);
  });

  test("a changed file is noticed, a changed copybook reaches its users, a file that is gone is forgotten", async () => {
    writeFileSync(join(place.cwd, "cbl/NEWPGM.cbl"), programCalling("ACCTINQ"));
    expect((await code("callers", ".", "ACCTINQ")).stdout).toMatch(/NEWPGM.*cbl\/NEWPGM\.cbl:6/);
    writeFileSync(join(place.cwd, "cbl/NEWPGM.cbl"), programCalling("ACCTUPD"));
    expect((await code("callers", ".", "ACCTINQ")).stdout).not.toContain("NEWPGM");
    rmSync(join(place.cwd, "cbl/NEWPGM.cbl"));
    expect((await code("callers", ".", "ACCTUPD")).stdout).not.toContain("NEWPGM");
  });

  test.each<[string, readonly string[], number, RegExp]>(
    inTurn(2, [
      ["an unknown verb", ["explain"], 2, /analyze, functions/],
      ["a file that is not there", ["analyze", "cbl/NONE.cbl"], 42, /No analysed file cbl\/NONE\.cbl/],
      ["a root that is not there", ["index", "--root", "nowhere"], 42, /does not exist/],
      ["an unknown name", ["impact", "NO-SUCH-THING"], 42, /NO-SUCH-THING/],
      ["an unknown encoding", ["index", "--encoding", "klingon"], 2, /klingon/],
    ]),
  )("%s is one line on standard error", async (_, args, exitCode, message) => {
    const run = await code(...args);
    expect(run.stderr.trim()).toMatch(message);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.code).toBe(exitCode);
  });
});

function programCalling(target: string): string {
  return [
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. NEWPGM.",
    "PROCEDURE DIVISION.",
    "MAIN-PARA.",
    "    DISPLAY 'X'",
    `    CALL '${target}'`,
    "    GOBACK.",
    "",
  ]
    .map((line) => (line === "" ? "" : `       ${line}`))
    .join("\n");
}

test("a file outside of the working folder is looked at with the whole repository that it lies in", async () => {
  const repository = join(folder, "repository");
  for (const part of ["a", "b", ".git"]) mkdirSync(join(repository, part), { recursive: true });
  writeFileSync(join(repository, "a/price.js"), "export function price() {\n  return 1;\n}\n");
  writeFileSync(
    join(repository, "b/bill.js"),
    'import { price } from "../a/price.js";\nexport const bill = () => price();\n',
  );
  const asked = (...args: readonly string[]) =>
    runWaymark(["code", ...args], { cwd: join(repository, "b"), home: place.home });
  expect((await asked("callers", "../a/price.js", "price")).stdout).toMatch(/bill .*— b\/bill\.js:2\n/);
  expect((await asked("functions", "../a/price.js")).stdout).toMatch(/^# Functions of a\/price\.js\n/);
  expect((await asked("callers", "../a", "price")).stdout).toMatch(/No callers found/);
});

describe("offline", () => {
  test("what happens if I change the length of ACCT-ID? gives the impact with citations", async () => {
    const run = await runWaymark(["--offline", "-p", "what happens if I change the length of ACCT-ID?"], place);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/A change of ACCT-ID reaches: .*recompile \d/);
    expect(run.stdout).toMatch(/cpy\/ACCTREC\.cpy:2/);
    expect(run.stdout).toMatch(/ACCTPOST.*cbl\/ACCTPOST\.cbl:\d+/);
    const cited = citations(run.stdout);
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(({ line }) => line === undefined)).toEqual([]);
  });

  test.each(
    inTurn(3, [
      ["who calls ACCTINQ?", /csd\/BNKCICS\.csd:4/],
      ["which programs use copybook ACCTREC?", /cbl\/ACCTINQ\.cbl:9/],
      ["what does job POSTJOB run?", /POSTJOB\/POST -> ACCTPOST — proc\/POSTPROC\.prc:2/],
      ["lineage of field ACCT-ID", /ACCT-ID <- TR-ACCT-ID.*cbl\/ACCTPOST\.cbl:46/],
      ["find the definition of ACCTREC", /ACCTREC \(copybook\) is defined[\s\S]*cpy\/ACCTREC\.cpy:1/],
      ["is there dead code in cbl?", /4000-OLD-REPORT/],
      ["which screens are there?", /2 screens:\n- BNKSET1\/BMENU — bms\/BNKSET1\.bms:4/],
      ["which programs does transaction BMEN start?", /MENUPGM/],
      ["show all jobs", /2 jobs:[\s\S]*POSTJOB — jcl\/POSTJOB\.jcl:1/],
      ["where does CARD-NUM get its value from?", /read from BANK\.CARD.*cbl\/ACCTUPD\.cbl:\d+/],
      ["show me the paragraph 2500-REWRITE", /2500-REWRITE — cbl\/ACCTPOST\.cbl:58-59/],
      ["what does ACCTPOST do?", /calls DATEUTIL — cbl\/ACCTPOST\.cbl:39/],
      ["are copybooks missing?", /NOTHERE \(copies\): .*cbl\/ALTERGO\.cbl:6/],
      ["flow of program ACCTPOST", /flowchart TD/],
    ]),
  )("%s", async (prompt, expected) => {
    expect(await answerOfGuide(prompt, place)).toMatch(expected);
  });

  test("the tools are offered only where there is code that they read", async () => {
    const offered = async (cwd: string) => (await runWaymark(["tool", "list"], { ...place, cwd })).stdout;
    const bare = join(folder, "bare");
    mkdirSync(bare);
    writeFileSync(join(bare, "notes.md"), "# Notes\n");
    expect(await offered(place.cwd)).toContain("citadel_get_callers");
    expect(await offered(bare)).not.toContain("citadel_");
  });
});
