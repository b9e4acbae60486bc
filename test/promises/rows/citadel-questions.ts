import { BOTH, FRESH, type Row } from "../row.ts";
import type { Stage } from "../stage.ts";

const code = async (stage: Stage, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr, code: exit } = await stage.run("code", ...args);
  stage.expect([exit, stderr]).toEqual([0, ""]);
  return stdout;
};

const program = (name: string, ...lines: readonly string[]): string =>
  `${["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`, "PROCEDURE DIVISION.", ...lines].map((line) => `       ${line}`).join("\n")}\n`;

/** Questions over a whole estate, and the deep view of one program. */
export const CITADEL_QUESTIONS: readonly Row[] = [
  {
    id: "CW-60",
    title:
      "names are resolved over the whole estate, with how; the system's own utilities are known, the rest is listed as missing",
    what: "Nothing is guessed by likeness: unresolved names are told with the reason and the line.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const job = await code(stage, "analyze", "jcl/POSTJOB.jcl");
      stage.expect(job).toMatch(/executes IEFBR14 \[external\]/);
      stage.expect(job).toMatch(/executes NOTIFY \[unresolved: no program of that name in the estate\]/);
      const summary = await code(stage, "summary", ".");
      stage.expect(summary).toMatch(/Missing programs and procedures[\s\S]*OVERLIM \(calls\)/);
    },
  },
  {
    id: "CW-61",
    title: "copybooks are found and expanded: replaced, nested, missing, in a circle, from a named library",
    what: "COPY … REPLACING is carried out; what is not there and what goes round is told.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      stage
        .expect(await code(stage, "includes", "cbl/ACCTUPD.cbl"))
        .toMatch(/SQLCA \[external\][\s\S]*COPY COMMAREA -> cpy\/COMMAREA\.cpy/);
      stage.expect(await code(stage, "lineage", "TR-ACCT-ID")).toMatch(/TR-ACCT-ID[\s\S]*cpy\/TRANREC\.cpy/);
      stage.expect(await code(stage, "includes", "cbl/ALTERGO.cbl")).toMatch(/NOTHERE \[unresolved/);
      stage.expect(await code(stage, "summary", ".")).toMatch(/COPY LOOPA goes in a circle/);
      stage.put({ "test/ACCTREC.cpy": "       01  ACCT-RECORD.\n           05  ACCT-ID PIC X(13).\n" });
      stage
        .expect(await code(stage, "includes", "cbl/ACCTPOST.cbl", "--library", "test"))
        .toContain("COPY ACCTREC -> test/ACCTREC.cpy");
    },
  },
  {
    id: "CW-62",
    title: "callers are found everywhere: jobs, transactions, menus, copybook users, other languages",
    what: "Who calls a program is asked of the whole folder, whatever file the question names.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const inquiry = await code(stage, "callers", ".", "acctinq");
      for (const place of ["cbl/MENUPGM.cbl:27", "csd/BNKCICS.csd:4", "web/bank-client.ts:5"])
        stage.expect(inquiry).toContain(place);
      stage.expect(await code(stage, "callers", "cpy/ACCTREC.cpy")).toMatch(/Total: 4 callers/);
      stage
        .expect(await code(stage, "callers", ".", "ACCTPOST"))
        .toMatch(/jcl\/POSTJOB\.jcl:42[\s\S]*rexx\/BNKREXX\.rexx:6|rexx[\s\S]*jcl\/POSTJOB/);
      stage.expect(await code(stage, "callers", ".", "2500-REWRITE")).toMatch(/falls through|ACCTPOST|No callers/);
    },
  },
  {
    id: "CW-63",
    title: "dead paragraphs and programs are named with the reason; what a range, a jump or a handler reaches is not",
    what: "Kinds can be left out or asked for alone.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const dead = await code(stage, "dead-code", ".");
      stage.expect(dead).toMatch(/ACCTPOST\/4000-OLD-REPORT \(paragraph\): nothing performs it.*cbl\/ACCTPOST\.cbl:65/);
      stage.expect(dead).toMatch(/MENUPGM\/8000-NO-INPUT: a HANDLE or WHENEVER label/);
      stage.expect(dead).not.toMatch(/ACCTPOST\/(2500-REWRITE|2000-EXIT|3000-REJECT)/);
      const programs = await code(stage, "dead-code", ".", "--only", "program");
      stage.expect(programs).toContain("ALTERGO (program)");
      stage.expect(programs).not.toContain("(paragraph)");
      stage.expect(await code(stage, "dead-code", ".", "--exclude", "program")).not.toContain("(program)");
    },
  },
  {
    id: "CW-64",
    title: "the longest call chains as sequence diagrams, through cycles, never joining paragraphs of one name",
    what: "Each call in a chain has its line; chains can be limited in number and kept as files; two names ask for the ways from one to the other.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({
        "A.cbl": program("A", "MAIN-PARA.", "    CALL 'B'."),
        "B.cbl": program("B", "MAIN-PARA.", "    CALL 'C'.", "    CALL 'A'."),
        "C.cbl": program("C", "MAIN-PARA.", "    CALL 'GONE'."),
        "X.cbl": program("X", "MAIN-PARA.", "    PERFORM ONE.", "ONE.", "    CALL 'Y'."),
        "Y.cbl": program("Y", "ONE.", "    GOBACK."),
      });
      const chains = await code(stage, "sequence", ".", "--max", "1", "--save", "diagrams");
      stage.expect(chains.match(/sequenceDiagram/g)).toHaveLength(1);
      stage.expect(chains).toMatch(/A -> B \(calls\) +A\.cbl:5[\s\S]*B -> C \(calls\) +B\.cbl:5[\s\S]*C -> GONE/);
      stage.expect(chains).toMatch(/GONE \(not in the estate\)/);
      const [file = ""] = stage.list("diagrams");
      stage.expect(stage.read(`diagrams/${file}`)).toMatch(/^sequenceDiagram/);
      stage
        .expect(await code(stage, "sequence", "X", "Y"))
        .toMatch(/X -> MAIN-PARA[\s\S]*MAIN-PARA -> ONE \(performs\) +X\.cbl:5[\s\S]*ONE -> Y \(calls\) +X\.cbl:7/);
      stage.expect(await code(stage, "sequence", "Y", "X")).toContain("No way leads from Y to X");
    },
  },
  {
    id: "CW-65",
    title: "the flow of a program as a flowchart, whole or from a paragraph, with a shape for each kind",
    what: "Performs are solid, what leaves the program is dashed; an unknown paragraph is answered with those there are.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const whole = await code(stage, "flow", "cbl/ACCTPOST.cbl");
      for (const part of ['n0["(main)"]', '(["DATEUTIL"])', '[("TRAN-FILE")]', "n0 --> n1", '-.->|"calls"|'])
        stage.expect(whole).toContain(part);
      const part = await code(stage, "flow", "cbl/ACCTPOST.cbl", "2000-process");
      stage.expect(part).toContain('n0["2000-PROCESS"]');
      stage.expect(part).not.toContain("1000-OPEN-FILES");
      stage.expect(await code(stage, "flow", "cbl/MENUPGM.cbl")).toMatch(/\{\{"BMENU"\}\}/);
      const unknown = await stage.run("code", "flow", "cbl/ACCTPOST.cbl", "NOPE");
      stage
        .expect([unknown.code, unknown.stderr])
        .toEqual([42, stage.expect.stringContaining("It has: (main), 1000-OPEN-FILES")]);
    },
  },
  {
    id: "CW-66",
    title: "the graph of an estate as one JSON document",
    what: "Every file, thing and reference with its place; other programs can read it.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing:
      "No export as DOT, Cypher, CSV or Markdown, no clustering, and no daemon that watches a folder of questions.",
    async run(stage) {
      stage.putEstate();
      const graph = JSON.parse(await code(stage, "graph", "--json")) as {
        files: { path: string; sha256: string }[];
        nodes: { kind: string; name: string; file: string; start: number }[];
        edges: { kind: string; name: string; file: string; line: number }[];
      };
      stage.expect(graph.files.find(({ path }) => path === "cbl/ACCTPOST.cbl")?.sha256).toMatch(/^[0-9a-f]{64}$/);
      stage.expect(graph.nodes).toContainEqual(
        stage.expect.objectContaining({
          kind: "paragraph",
          name: "2500-REWRITE",
          file: "cbl/ACCTPOST.cbl",
          start: 58,
        }),
      );
      stage
        .expect(graph.edges)
        .toContainEqual(stage.expect.objectContaining({ kind: "calls", name: "DATEUTIL", line: 39 }));
      const calls = JSON.parse(await code(stage, "graph", "--json", "--kind", "calls", "--file", "cbl/ACCTPOST.cbl"));
      stage
        .expect([calls.nodes, calls.edges])
        .toEqual([[], graph.edges.filter(({ kind, file }) => kind === "calls" && file === "cbl/ACCTPOST.cbl")]);
    },
  },
  {
    id: "CW-70",
    title: "data items have picture, usage, bytes and offset, also those that come from a copybook",
    what: "What a longer field would move is told with offsets.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const impact = await code(stage, "impact", "ACCT-ID");
      stage
        .expect(impact)
        .toMatch(/ACCTREC\/ACCT-ID \(data-item\): PIC X\(11\), 11 bytes at offset 0 — cpy\/ACCTREC\.cpy:2/);
      stage
        .expect(impact)
        .toMatch(/ACCT-BALANCE follows it in its group: PIC S9\(9\)V99, PACKED, 6 bytes at offset 12/);
      const lineage = await code(stage, "lineage", "END-OF-TRANS");
      stage.expect(lineage).toMatch(/END-OF-TRANS level 88/);
    },
  },
  {
    id: "CW-71",
    title: "paragraphs have lines, what they perform and do, and a complexity",
    what: "A hard paragraph has a higher number than a plain one.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing:
      "Variables that a paragraph reads and writes are told field by field (lineage), not paragraph by paragraph.",
    async run(stage) {
      stage.putEstate();
      const stats = await code(stage, "stats", "cbl/ACCTPOST.cbl");
      const complexity = (name: string): number => Number(new RegExp(`${name}: .*complexity (\\d+)`).exec(stats)?.[1]);
      stage.expect(complexity("2000-PROCESS")).toBeGreaterThan(complexity("2500-REWRITE"));
      stage.expect(stats).toContain("2000-PROCESS: lines 40-57 (18 lines");
      stage.expect(await code(stage, "callers", "cbl/ACCTPOST.cbl", "3000-REJECT")).toMatch(/cbl\/ACCTPOST\.cbl:49/);
      stage
        .expect(await code(stage, "lineage", "ACCT-ID"))
        .toMatch(/ACCT-ID <- TR-ACCT-ID \(move, ACCTPOST\/2000-PROCESS\) — cbl\/ACCTPOST\.cbl:46/);
    },
  },
  {
    id: "CW-72",
    title: "SQL, CICS and DL/I blocks are known with their kind, host variables and paragraph",
    what: "A host variable leads from a field to the table that it is written to.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const impact = await code(stage, "impact", "ACCT-ID");
      stage
        .expect(impact)
        .toMatch(/ACCTUPD\/FETCH-CARD: host variable of inserts BANK\.ACCOUNT_HIST — cbl\/ACCTUPD\.cbl:33/);
      stage.expect(await code(stage, "lineage", "ACCT-ID")).toMatch(/written to BANK\.ACCOUNT_HIST \(inserts\)/);
      stage.expect(await code(stage, "analyze", "cbl/ACCTINQ.cbl")).toMatch(/links CUSTNAME[\s\S]*starts BINQ/);
    },
  },
  {
    id: "CW-73",
    title: "inside a program: what performs what, ranges, jumps, falls, and the entry",
    what: "The unnamed beginning, PERFORM … THRU, ALTER and fall-through are all in the picture.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "The statement tree is not given out, and no saved syntax tree is read.",
    async run(stage) {
      stage.putEstate();
      const functions = await code(stage, "functions", "cbl/ACCTPOST.cbl");
      stage.expect(functions).toMatch(/\(main\) \(entry\), lines 29-34[\s\S]*performs 2000-PROCESS THRU 2000-EXIT/);
      stage
        .expect(await code(stage, "functions", "cbl/ALTERGO.cbl"))
        .toMatch(/P-SWITCH[\s\S]*goto P-SECOND — cbl\/ALTERGO\.cbl:10/);
      stage.expect(await code(stage, "flow", "cbl/ACCTPOST.cbl")).toContain('-.->|"falls through"|');
    },
  },
];
