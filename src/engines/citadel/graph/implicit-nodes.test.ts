import { expect, test } from "vitest";
import { cobol, copybook } from "../languages/cobol/frontend.ts";
import { csd } from "../languages/csd/csd.ts";
import { FlowIndex } from "../queries/flow-index.ts";
import { impact } from "../queries/impact/impact.ts";
import { buildGraph, type EstateFile } from "./build-graph.ts";
import { Estate } from "./estate.ts";

const text = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");
const program = (name: string, storage: readonly string[], code: readonly string[]): string =>
  text(
    ...["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`, "DATA DIVISION.", "WORKING-STORAGE SECTION."],
    ...storage,
    ...["PROCEDURE DIVISION.", "MAIN-1.", ...code, "    GOBACK."],
  );

const ACCOUNTS = text("01 ACCT-REC.", "   05 ACCT-NO PIC 9(6).", "   05 ACCT-BAL PIC 9(7).");
const LOOK = program(
  "LOOK",
  ["01 FILE-NAME PIC X(8) VALUE 'ACCTDAT '.", "COPY ACCT."],
  ["    EXEC CICS READ FILE(FILE-NAME) INTO(ACCT-REC) END-EXEC."],
);
const CHANGE = program(
  "CHANGE",
  ["01 NEW-REC.", "   05 NEW-NO PIC 9(6).", "   05 NEW-BAL PIC 9(7).", "01 ANY-FILE PIC X(8)."],
  ["    EXEC CICS REWRITE DATASET('ACCTDAT') FROM(NEW-REC) END-EXEC.", "    EXEC CICS DELETE FILE(ANY-FILE) END-EXEC."],
);
const CSD = "DEFINE FILE(ACCTDAT) GROUP(ACCT)\n       DSNAME(PROD.ACCOUNTS)\n";

const find = (name: string) =>
  name === "ACCT" ? { source: { path: "ACCT.cpy", text: ACCOUNTS }, others: [] } : undefined;
const parsed = (frontend: typeof cobol, path: string, source: string): EstateFile => ({
  facts: frontend.parse({ path, text: source }, { find }),
  sha256: "",
});
const PROGRAMS = [
  parsed(copybook, "ACCT.cpy", ACCOUNTS),
  parsed(cobol, "CHANGE.cbl", CHANGE),
  parsed(cobol, "LOOK.cbl", LOOK),
];
const DEFINED = [...PROGRAMS, parsed(csd, "ACCT.csd", CSD)];

const commands = (files: readonly EstateFile[]) =>
  buildGraph(files)
    .edges.filter(({ detail }) => detail?.["exec"] === "CICS")
    .map(({ kind, name, to, resolved, reason }) => ({ kind, name, to, resolved, reason }));

test("the file of a CICS command is a node where nothing defines it, and its dataset stays open", () => {
  const reason = "no definition here says which dataset the file is";
  const found = { name: "ACCTDAT", to: "file:ACCTDAT", reason };
  expect(commands(PROGRAMS)).toEqual([
    { kind: "updates", ...found, resolved: "unresolved" },
    {
      ...{ kind: "deletes", name: "ANY-FILE", to: undefined, resolved: "unresolved" },
      reason: "no constant reaches ANY-FILE in this program",
    },
    { kind: "reads", ...found, resolved: "propagated" },
  ]);
});

test("a definition takes the place of what commands alone tell", () => {
  const { nodes } = buildGraph(DEFINED);
  expect(nodes.filter(({ kind }) => kind === "file").map(({ file }) => file)).toEqual(["ACCT.csd"]);
  const [rewrite] = commands(DEFINED);
  expect(rewrite).toMatchObject({ kind: "updates", resolved: "exact", reason: undefined });
  expect(nodes.find(({ id }) => id === rewrite?.to)).toMatchObject({ kind: "file", file: "ACCT.csd" });
});

test.each([
  ["with its definition", DEFINED, "PROD.ACCOUNTS (dataset): holds ACCT-REC, the file ACCTDAT"],
  ["without", PROGRAMS, "ACCTDAT (file): holds ACCT-REC"],
])("a field's impact reaches what another program rewrites in its file, %s", (_title, files, holder) => {
  const estate = new Estate(files, buildGraph(files));
  const result = impact(estate, "ACCT-BAL", undefined, { flows: new FlowIndex(estate) });
  if (result.kind !== "answer") throw new Error(result.message);
  const lines = (heading: string) =>
    result.answer.sections.filter((section) => section.heading.startsWith(heading)).flatMap((section) => section.lines);
  expect(lines("Data to convert")).toMatchObject([{ text: holder }]);
  expect(lines("Other layouts").map((line) => line.text)).toContainEqual(expect.stringContaining("NEW-BAL in NEW-REC"));
});
