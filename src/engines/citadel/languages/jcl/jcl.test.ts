import { expect, test } from "vitest";
import type { MemberLookup } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";
import { jcl } from "./jcl.ts";
import { TOO_LONG } from "./jcl-symbols.ts";

const library = (files: Readonly<Record<string, string>>): MemberLookup => ({
  find: (name) => {
    const path = Object.keys(files).find((file) => file.replace(/\.[^.]*$/, "") === name.toUpperCase());
    return path === undefined ? undefined : { source: { path, text: files[path] ?? "" }, others: [] };
  },
});
const parse = (text: string, files: Readonly<Record<string, string>> = {}): FileFacts =>
  jcl.parse({ path: "JOB.jcl", text }, library(files));
const steps = (facts: FileFacts) =>
  facts.symbols.filter((symbol) => symbol.kind === "step").map((step) => `${step.name} ${step.start}-${step.end}`);
const edges = (facts: FileFacts) =>
  facts.references.map((edge) => `${edge.kind} ${edge.name} ${edge.file ?? ""}:${edge.line}`);

test("a step runs from its EXEC to its last DD or data line; comments behind it belong to the next", () => {
  const facts = parse(
    "//J JOB X\n//A EXEC PGM=P1\n//D DD *\nDATA\n/*\n//* about B\n//B EXEC PGM=P2,\n//*  between\n//         PARM='A B,\n//             C'\n// IF A.RC=0 THEN\n//C EXEC PGM=P3\n//X DD DUMMY\n// ENDIF\n//\n",
  );
  expect(steps(facts)).toEqual(["A 2-5", "B 7-10", "C 12-13"]);
  expect(facts.symbols[0]).toMatchObject({ kind: "job", name: "J", start: 1, end: 15 });
  expect(facts.symbols.at(-1)?.detail).toMatchObject({ condition: "A.RC=0" });
});

test("the operand field ends at a blank: what follows is a remark, even after a comma", () => {
  const facts = parse(
    "//J JOB\n//S EXEC PGM=P\n//D DD DISP=SHR,  DSN=NOT.THIS, remark\n//        DSN=A.B.C   DSN=NOR.THIS\n",
  );
  expect(edges(facts)).toEqual(["executes P :2", "reads A.B.C :4"]);
});

test.each([
  ["DCB=(LRECL=107,RECFM=FB,BLKSIZE=0)", { length: 107, format: "FB", line: 3 }],
  ["DCB=LRECL=80", { length: 80, line: 3 }],
  ["RECFM=VB,LRECL=84", { length: 84, format: "VB", line: 3 }],
  ["LRECL=90,DCB=(LRECL=80)", { length: 90, line: 3 }],
  ["DCB=*.OTHER", undefined],
  ["LRECL=&LEN", undefined],
])("the length of the records that a DD allocates is a fact of its dataset: %s", (written, expected) => {
  const facts = parse(`//S EXEC PGM=P\n//D DD DISP=(NEW,CATLG),DSN=A.B,\n//   ${written}\n`);
  const found = facts.references.find(({ name }) => name === "A.B")?.detail?.["records"];
  expect(found).toEqual(expected && { ...expected, file: "JOB.jcl" });
});

test("columns 72 to 80 are never read", () => {
  const line = `${"//D DD DISP=SHR,DSN=A.B".padEnd(71)}X00010001`;
  expect(edges(parse(`//S EXEC PGM=P\n${line}\n`))).toContain("reads A.B :2");
});

test("instream data is not JCL: DD *, DD DATA and DLM each end their own way", () => {
  const facts = parse(
    "//J JOB\n//A EXEC PGM=P\n//D DD *\n text\n//B EXEC PGM=P\n//E DD DATA\n//NOT EXEC PGM=X\n/*\n//C EXEC PGM=P\n//F DD DATA,DLM='$$'\n//NOR EXEC PGM=Y\n/*\n$$\n//Z EXEC PGM=Q\n",
  );
  expect(steps(facts)).toEqual(["A 2-4", "B 5-8", "C 9-13", "Z 14-14"]);
});

test("DISP tells what is done: NEW and MOD write, OLD updates, SHR reads, DELETE deletes", () => {
  const facts = parse(
    "//S EXEC PGM=P\n//A DD DSN=N.A,DISP=(NEW,CATLG)\n//B DD DSN=N.B,DISP=MOD\n//C DD DSN=N.C,DISP=OLD\n//D DD DSN=N.D,DISP=SHR\n//E DD DSN=N.E,DISP=(OLD,DELETE)\n//F DD DSN=N.F,DISP=(,CATLG),SPACE=(TRK,1)\n",
  );
  expect(edges(facts).slice(1)).toEqual([
    "writes N.A :2",
    "writes N.B :3",
    "updates N.C :4",
    "reads N.D :5",
    "updates N.E :6",
    "deletes N.E :6",
    "writes N.F :7",
  ]);
});

test("IEFBR14 only allocates and deletes", () => {
  const facts = parse(
    "//S EXEC PGM=IEFBR14\n//A DD DSN=X.OLD,DISP=(MOD,DELETE)\n//B DD DSN=X.NEW,DISP=(NEW,CATLG),SPACE=(TRK,1)\n",
  );
  expect(edges(facts)).toEqual(["executes IEFBR14 :1", "deletes X.OLD :2", "defines X.NEW :3"]);
});

test("a concatenation reads every dataset; generations and members stay in the name and apart in the detail", () => {
  const facts = parse(
    "//S EXEC PGM=P\n//I DD DSN=A.G(-1),DISP=SHR\n//  DD DSN=A.LIB(MEM),DISP=SHR\n//  DD DSN='A.QUOTED',DISP=SHR\n",
  );
  expect(
    facts.references
      .slice(1)
      .map(({ name, detail }) => [name, detail?.["dataset"], detail?.["generation"] ?? detail?.["member"]]),
  ).toEqual([
    ["A.G(-1)", "A.G", "-1"],
    ["A.LIB(MEM)", "A.LIB", "MEM"],
    ["A.QUOTED", "A.QUOTED", undefined],
  ]);
});

test("symbols: SET, defaults of PROC, overrides on EXEC, double dots, and those without a value", () => {
  const proc = "//P PROC ENV=TEST,MEM=\n//S1 EXEC PGM=&MEM\n//D DD DISP=SHR,DSN=&ENV..DATA.&NOPE\n// PEND\n";
  const facts = parse("//J JOB\n// SET E=PROD\n//C EXEC P,ENV=&E,MEM=PGM1\n", { "P.prc": proc });
  expect(facts.references).toMatchObject([
    { kind: "executes", name: "P", targets: ["procedure"], line: 3 },
    {
      kind: "executes",
      name: "PGM1",
      file: "P.prc",
      line: 2,
      resolved: "propagated",
      via: [{ file: "JOB.jcl", line: 3 }],
    },
    { kind: "reads", name: "PROD.DATA.&NOPE", resolved: "unresolved", reason: "symbol &NOPE has no value" },
  ]);
  expect(facts.members).toEqual(["P.prc"]);
});

test("a catalogued procedure has the name of its member, not of its label", () => {
  const facts = jcl.parse({ path: "lib/REALNAME.prc", text: "//LABEL PROC MEM=\n//S EXEC PGM=&MEM\n" }, library({}));
  expect(facts.symbols[0]).toMatchObject({ kind: "procedure", name: "REALNAME", detail: { label: "LABEL" } });
  expect(facts.references).toMatchObject([
    { name: "(empty)", resolved: "unresolved", reason: "its symbol has an empty value" },
  ]);
});

test("symbols of the system stay in the name and are not missed", () => {
  const facts = parse("//S EXEC PGM=P\n//D DD DISP=SHR,DSN=&SYSUID..LOAD\n");
  expect(facts.references[1]).toMatchObject({ name: "&SYSUID..LOAD" });
  expect(facts.references[1]).not.toHaveProperty("resolved");
});

test("overrides change, add to and silence the DDs of a procedure", () => {
  const proc =
    "//P PROC\n//S1 EXEC PGM=X\n//A DD DSN=P.A,DISP=SHR\n//B DD DSN=P.B,DISP=SHR\n//S2 EXEC PGM=Y\n//A DD DSN=P.A2,DISP=SHR\n";
  const call = "//C EXEC P\n//S1.A DD DSN=O.A\n//S1.B DD DUMMY\n//S2.N DD DSN=O.N,DISP=(NEW,KEEP)\n";
  expect(edges(parse(call, { "P.prc": proc }))).toEqual([
    "executes P :1",
    "executes X P.prc:2",
    "reads O.A :2",
    "executes Y P.prc:5",
    "reads P.A2 P.prc:6",
    "writes O.N :4",
  ]);
});

test("the DDs given to a procedure that is missing are still known", () => {
  const facts = parse("//C EXEC GONE\n//S1.A DD DSN=O.A,DISP=SHR\n");
  expect(edges(facts)).toEqual(["executes GONE :1", "reads O.A :2"]);
});

test("instream procedures win over catalogued ones, and a procedure that calls itself ends", () => {
  const text = "//J JOB\n//P PROC\n//I EXEC PGM=INSTREAM\n//R EXEC P\n// PEND\n//C EXEC P\n";
  const facts = parse(text, { "P.prc": "//P PROC\n//S EXEC PGM=CATALOG\n" });
  expect(edges(facts)).not.toContain("executes CATALOG P.prc:2");
  expect(facts.references.filter((edge) => edge.from === "job:J/step:C").map((edge) => edge.name)).toEqual([
    "P",
    "INSTREAM",
    "P",
  ]);
});

test("INCLUDE members are read in place", () => {
  const facts = parse("//J JOB\n//S EXEC PGM=P\n// INCLUDE MEMBER=DDS\n//Z DD DSN=Z.Z,DISP=SHR\n", {
    "DDS.prc": "//A DD DSN=A.A,DISP=SHR\n",
  });
  expect(edges(facts)).toEqual(["includes DDS :3", "executes P :2", "reads A.A DDS.prc:1", "reads Z.Z :4"]);
});

test("backward references: a DD of an earlier step, of its own step, and a program", () => {
  const facts = parse(
    "//J JOB\n//S1 EXEC PGM=P\n//O DD DSN=MY.LOAD(MOD1),DISP=(NEW,PASS)\n//S2 EXEC PGM=*.S1.O\n//I DD DSN=*.S1.O,DISP=SHR\n//K DD DSN=*.I,DISP=SHR\n",
  );
  expect(edges(facts).slice(2)).toEqual(["executes MOD1 :4", "reads MY.LOAD(MOD1) :5", "reads MY.LOAD(MOD1) :6"]);
});

test.each(["IKJEFT01", "IKJEFT1A", "IKJEFT1B"])("%s runs what SYSTSIN says, continued or in a member", (program) => {
  const facts = parse(
    `//S EXEC PGM=${program}\n//SYSTSIN DD *\n DSN SYSTEM(D)\n RUN PROGRAM(PGMA) -\n  PLAN(PL)\n RUN +\n  PROG(PGMB)\n/*\n//T EXEC PGM=${program}\n//SYSTSIN DD DISP=SHR,DSN=C.LIB(CARDS)\n//OUT DD DSN=O.O,DISP=OLD\n`,
    { "CARDS.ctl": " RUN PROGRAM(PGMC) PLAN(X)\n" },
  );
  expect(edges(facts)).toEqual(
    expect.arrayContaining([
      "executes PGMA :4",
      "executes PGMB :7",
      "executes PGMC CARDS.ctl:1",
      "reads C.LIB(CARDS) :10",
    ]),
  );
  expect(facts.references.find((edge) => edge.name === "O.O")?.detail).toMatchObject({ dd: "OUT", program: "PGMC" });
});

test("the IMS region controller runs the program of its PARM with its PSB", () => {
  for (const parm of ["'BMP,PROG1,PSB1'", "(DLI,PROG1,PSB1,7)", "'DBB,PROG1,PSB1,,,'"]) {
    const facts = parse(`//S EXEC PGM=DFSRRC00,PARM=${parm}\n`);
    expect(edges(facts)).toEqual(["executes DFSRRC00 :1", "executes PROG1 :1", "references PSB1 :1"]);
  }
});

test("procedures that IMS supplies take the program as MBR, and those of IBM are no missing source", () => {
  expect(edges(parse("//S EXEC IMSBATCH,MBR=PROG1,PSB=PSB1\n"))).toEqual([
    "executes IMSBATCH :1",
    "executes PROG1 :1",
    "references PSB1 :1",
  ]);
  expect(parse("//C EXEC IGYWCL\n").references[0]).toMatchObject({ name: "IGYWCL", resolved: "external" });
});

test("TSO runs the command of its PARM, and a step needs no name", () => {
  const facts = parse("//  EXEC PGM=IKJEFT01,PARM='%MYEXEC A B'\n//SYSTSIN DD DUMMY\n");
  expect(edges(facts)).toEqual(["executes IKJEFT01 :1", "executes MYEXEC :1"]);
  expect(steps(facts)).toEqual(["(unnamed) 1-2"]);
});

test("IDCAMS: REPRO tells which DD is read and which written; DEFINE and DELETE name datasets", () => {
  const facts = parse(
    "//S EXEC PGM=IDCAMS\n//A DD DSN=F.A,DISP=OLD\n//B DD DSN=F.B,DISP=OLD\n//SYSIN DD *\n REPRO INFILE(A) -\n  OUTFILE(B)\n DELETE (F.C F.D) CLUSTER\n DEF CL(NAME(F.E) -\n  /* NAME(NO.NO) */ -\n  KEYS(1 0))\n/*\n",
  );
  expect(edges(facts)).toEqual([
    "executes IDCAMS :1",
    "deletes F.C :7",
    "deletes F.D :7",
    "defines F.E :8",
    "reads F.A :2",
    "writes F.B :3",
  ]);
});

test("utilities use their DDs as their statements say", () => {
  const facts = parse(
    "//A EXEC PGM=ICETOOL\n//X DD DSN=T.X,DISP=OLD\n//Y DD DSN=T.Y,DISP=OLD\n//TOOLIN DD *\n COPY FROM(X) TO(Y) USING(C1)\n//B EXEC PGM=SORT\n//SORTIN DD DSN=S.IN,DISP=OLD\n//O1 DD DSN=S.O1,DISP=OLD\n//SYSIN DD *\n SORT FIELDS=COPY\n OUTFIL FNAMES=O1\n MODS E15=(MYEXIT,500)\n//C EXEC PGM=DSNUTILB\n//R DD DSN=L.IN,DISP=OLD\n//SYSIN DD *\n LOAD DATA INDDN R REPLACE\n  INTO TABLE B.T1\n",
  );
  expect(edges(facts)).toEqual([
    "executes ICETOOL :1",
    "reads T.X :2",
    "writes T.Y :3",
    "executes SORT :6",
    "executes MYEXIT :12",
    "reads S.IN :7",
    "writes S.O1 :8",
    "executes DSNUTILB :13",
    "deletes B.T1 :17",
    "inserts B.T1 :17",
    "reads L.IN :14",
  ]);
});

test("a file is never given up: strange lines are reported and the rest is read", () => {
  const facts = parse("//J JOB\nstray\n//X FOO BAR\n//S EXEC PGM=P\n");
  expect(facts).toMatchObject({ parse: "partial", problems: [{ line: 3, message: "not a JCL operation: FOO" }] });
  expect(steps(facts)).toEqual(["S 4-4"]);
  expect(parse("no jcl at all\n\n").parse).toBe("failed");
});

test("a program that a DD without a member is to hold is named as unresolved", () => {
  const facts = parse("//J JOB\n//S1 EXEC PGM=P\n//O DD DSN=A.B,DISP=(NEW,PASS)\n//S2 EXEC PGM=*.S1.O\n");
  expect(facts.references.at(-1)).toMatchObject({ kind: "executes", name: "*.S1.O", line: 4, resolved: "unresolved" });
});

test("symbols that give megabytes together stay as they are written from some line on, and that is told", () => {
  const symbols = Array.from({ length: 10 }, (_, at) => `// SET A${at + 1}=&A${at}..&A${at}\n`).join("");
  const uses = Array.from({ length: 2_000 }, (_, at) => `//S${at} EXEC PGM=P\n//D DD DSN=&A7,DISP=SHR\n`).join("");
  const facts = parse(`//J JOB\n// SET A0=XXXXXXXX\n${symbols}${uses}`);
  const added = facts.references.reduce((sum, { name }) => sum + name.length, 0);
  expect([added < 2_100_000, facts.problems.map(({ message }) => message)]).toEqual([true, [TOO_LONG]]);
  expect(facts.references.at(-1)?.name).toBe("&A7");
});
