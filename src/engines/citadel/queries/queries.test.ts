import { describe, expect, test } from "vitest";
import { buildGraph } from "../graph/build-graph.ts";
import { Estate } from "../graph/estate.ts";
import { cobol, copybook } from "../languages/cobol/frontend.ts";
import { jcl } from "../languages/jcl/jcl.ts";
import { sql } from "../languages/sql/sql.ts";
import type { FileFacts, ReferenceFact, SymbolFact } from "../model.ts";
import { type Answer, FIRST_PAGE, type QueryResult, renderAnswer } from "./answer.ts";
import { findCallers } from "./callers.ts";
import { crudMatrix } from "./crud.ts";
import { deadCode } from "./dead-code.ts";
import {
  analyzeFile,
  fileStats,
  fileSummary,
  functionBodies,
  listCallouts,
  listFunctions,
  listIncludes,
} from "./file-queries.ts";
import { type Diagram, flowDiagram } from "./flow-diagram.ts";
import { FlowIndex } from "./flow-index.ts";
import { impact } from "./impact/impact.ts";
import { jobMatrix } from "./jobs.ts";
import { lineage } from "./lineage.ts";
import { analysisPatterns } from "./pattern-query.ts";
import { renderCodeAnswer, runQuery } from "./run-query.ts";
import { screenFlow } from "./screens.ts";
import { sequenceDiagrams } from "./sequence-diagrams.ts";

const fixed = (...lines: string[]): string => `${lines.map((line) => `       ${line}`).join("\n")}\n`;

const SOURCES: Record<string, string> = {
  "cpy/REC.cpy": fixed("01 REC.", "  05 REC-ID PIC 9(5).", "  05 REC-NAME PIC X(10)."),
  "cpy/SPARE.cpy": fixed("01 SPARE PIC X."),
  "cbl/MAIN1.cbl": fixed(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. MAIN1.",
    "ENVIRONMENT DIVISION.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT INF ASSIGN TO INDD.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD INF.",
    "01 IN-REC PIC X(15).",
    "WORKING-STORAGE SECTION.",
    "COPY REC.",
    "01 WS-ID PIC 9(5).",
    "PROCEDURE DIVISION.",
    "START-UP.",
    "    OPEN INPUT INF. PERFORM WORK THRU WORK-EXIT. GOBACK.",
    "WORK.",
    "    READ INF INTO REC AT END GO TO WORK-EXIT.",
    "    MOVE REC-ID TO WS-ID. CALL 'SUB1' USING WS-ID.",
    "    EXEC SQL INSERT INTO CUST VALUES (:WS-ID) END-EXEC.",
    "WORK-EXIT.",
    "    EXIT.",
    "OLD-CODE.",
    "    PERFORM WORK.",
    "    GOBACK.",
  ),
  "cbl/SUB1.cbl": fixed(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. SUB1.",
    "DATA DIVISION.",
    "LINKAGE SECTION.",
    "COPY REC.",
    "PROCEDURE DIVISION USING REC.",
    "WORK.",
    "    DISPLAY REC-ID. EXEC CICS XCTL PROGRAM('LAST1') END-EXEC.",
  ),
  "cbl/LAST1.cbl": fixed(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. LAST1.",
    "PROCEDURE DIVISION.",
    "    EXEC CICS SEND MAP('MAPA') MAPSET('SETA') END-EXEC.",
    "    EXEC CICS RETURN TRANSID('TRN1') END-EXEC.",
  ),
  "cbl/LONER.cbl": fixed("IDENTIFICATION DIVISION.", "PROGRAM-ID. LONER.", "PROCEDURE DIVISION.", "    GOBACK."),
};

/** A job, a transaction and a screen as their own languages would say them. */
function facts(path: string, language: string, symbols: SymbolFact[], references: ReferenceFact[]): FileFacts {
  return { path, language, lines: 20, parse: "full", problems: [], symbols, references, members: [] };
}
const OTHERS: FileFacts[] = [
  facts(
    "jcl/JOB1.jcl",
    "jcl",
    [
      { key: "job:JOB1", kind: "job", name: "JOB1", start: 1, end: 9 },
      { key: "job:JOB1/step:S1", kind: "step", name: "S1", owner: "job:JOB1", start: 2, end: 9 },
    ],
    [
      {
        kind: "executes",
        from: "job:JOB1/step:S1",
        name: "MAIN1",
        targets: ["program"],
        line: 2,
        text: "//S1 EXEC PGM=MAIN1",
      },
      {
        kind: "reads",
        from: "job:JOB1/step:S1",
        name: "PROD.INPUT",
        targets: ["dataset"],
        line: 3,
        text: "//INDD DD DSN=PROD.INPUT,DISP=SHR",
        detail: { dd: "INDD" },
      },
    ],
  ),
  facts(
    "csd/A.csd",
    "csd",
    [{ key: "transaction:TRN1", kind: "transaction", name: "TRN1", start: 4, end: 4 }],
    [
      {
        kind: "executes",
        from: "transaction:TRN1",
        name: "LAST1",
        targets: ["program"],
        line: 4,
        text: "DEFINE TRANSACTION(TRN1) PROGRAM(LAST1)",
      },
    ],
  ),
  facts(
    "bms/SETA.bms",
    "bms",
    [
      { key: "mapset:SETA", kind: "mapset", name: "SETA", start: 1, end: 9 },
      { key: "mapset:SETA/map:MAPA", kind: "map", name: "MAPA", owner: "mapset:SETA", start: 2, end: 9 },
      { key: "mapset:SETA/map:MAPB", kind: "map", name: "MAPB", owner: "mapset:SETA", start: 5, end: 9 },
    ],
    [],
  ),
];

function load(): Estate {
  const members = {
    find: (name: string) => {
      const path = `cpy/${name.toUpperCase()}.cpy`;
      const text = SOURCES[path];
      return text === undefined ? undefined : { source: { path, text }, others: [] };
    },
  };
  const own = Object.entries(SOURCES).map(([path, text]) =>
    (path.endsWith(".cpy") ? copybook : cobol).parse({ path, text }, members),
  );
  return new Estate([...own, ...OTHERS].map((each) => ({ facts: each, sha256: "0" })));
}
const estate = load();
const textOf = (path: string): string | undefined => SOURCES[path];

function answered(result: QueryResult): Answer {
  if (result.kind === "failure") throw new Error(result.message);
  return result.answer;
}
const lines = (result: QueryResult, heading: string): string[] =>
  answered(result)
    .sections.filter((section) => section.heading === heading)
    .flatMap((section) => section.lines.map((line) => `${line.text} @${line.file}:${line.line}`));

describe("the graph", () => {
  test("ids are unique and same-named paragraphs of two programs stay apart", () => {
    const ids = estate.graph.nodes.map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.endsWith("/WORK"))).toEqual(["cbl/MAIN1.cbl#MAIN1/WORK", "cbl/SUB1.cbl#SUB1/WORK"]);
  });
  test("every edge cites a line of its file that holds the name", () => {
    for (const edge of estate.graph.edges) {
      const text = SOURCES[edge.file];
      if (text === undefined || edge.kind === "falls-through" || edge.detail?.["cursor"]) continue;
      const from = text
        .split("\n")
        .slice(edge.line - 1, edge.line + 2)
        .join(" ")
        .toUpperCase();
      expect(from, `${edge.kind} ${edge.name}`).toContain(
        (edge.name.startsWith("EXEC ")
          ? "EXEC"
          : edge.detail?.["record"] && edge.kind === "writes"
            ? String(edge.detail["record"])
            : edge.name
        ).toUpperCase(),
      );
    }
  });
  test("names are found over the estate, services are external, the rest says why not", () => {
    const of = (name: string) => estate.graph.edges.find((edge) => edge.name === name);
    expect([of("SUB1")?.to, of("LAST1")?.to, of("MAPA")?.to, of("CUST")?.to]).toEqual([
      "cbl/SUB1.cbl#SUB1",
      "cbl/LAST1.cbl#LAST1",
      "bms/SETA.bms#mapset:SETA/map:MAPA",
      "table:CUST",
    ]);
    const lone = cobol.parse(
      { path: "X.cbl", text: fixed("PROGRAM-ID. X.", "PROCEDURE DIVISION.", "    CALL 'CEE3ABD'. CALL 'NOBODY'.") },
      { find: () => undefined },
    );
    expect(
      buildGraph([{ facts: lone, sha256: "" }]).edges.map((edge) => [edge.name, edge.resolved, edge.reason]),
    ).toEqual([
      ["CEE3ABD", "external", undefined],
      ["NOBODY", "unresolved", "no program or entry or function of that name in the estate"],
    ]);
  });
  test("a contained program is found by its parent only", () => {
    const text = fixed(
      "PROGRAM-ID. OUTER.",
      "PROCEDURE DIVISION.",
      "    CALL 'INNER'.",
      "PROGRAM-ID. INNER.",
      "PROCEDURE DIVISION.",
      "    GOBACK.",
      "END PROGRAM INNER.",
      "END PROGRAM OUTER.",
    );
    const other = fixed("PROGRAM-ID. OTHER1.", "PROCEDURE DIVISION.", "    CALL 'INNER'.");
    const files = [
      ["a.cbl", text],
      ["b.cbl", other],
    ].map(([path = "", code = ""]) => ({
      facts: cobol.parse({ path, text: code }, { find: () => undefined }),
      sha256: "",
    }));
    expect(
      buildGraph(files)
        .edges.filter((edge) => edge.kind === "calls")
        .map((edge) => [edge.file, edge.to]),
    ).toEqual([
      ["a.cbl", "a.cbl#INNER"],
      ["b.cbl", undefined],
    ]);
  });
  test("a program's file is joined to the dataset of the step's DD", () => {
    expect(estate.graph.edges.find((edge) => edge.from === "cbl/MAIN1.cbl#MAIN1/file:INF")).toMatchObject({
      to: "dataset:PROD.INPUT",
      file: "jcl/JOB1.jcl",
      line: 3,
    });
  });
});

describe("queries", () => {
  test("analyze, functions, stats and summary cite each part", () => {
    expect(lines(listFunctions(estate, "cbl/MAIN1.cbl"), "Functions").filter((line) => line.includes("lines"))).toEqual(
      [
        "MAIN1 (program), lines 1-25 @cbl/MAIN1.cbl:1",
        "START-UP (paragraph), lines 15-16 @cbl/MAIN1.cbl:15",
        "WORK (paragraph), lines 17-20 @cbl/MAIN1.cbl:17",
        "WORK-EXIT (paragraph), lines 21-22 @cbl/MAIN1.cbl:21",
        "OLD-CODE (paragraph), lines 23-25 @cbl/MAIN1.cbl:23",
      ],
    );
    expect(lines(analyzeFile(estate, "MAIN1.cbl"), "Includes")).toEqual(["COPY REC -> cpy/REC.cpy @cbl/MAIN1.cbl:12"]);
    expect(lines(analyzeFile(estate, "MAIN1.cbl"), "Fields")).toEqual([]);
    expect(lines(analyzeFile(estate, "cpy/REC.cpy"), "Fields")[0]).toContain(" @cpy/REC.cpy:1");
    expect(answered(fileStats(estate, "cbl/MAIN1.cbl")).values).toContainEqual(["Paragraph count", 4]);
    expect(lines(fileSummary(estate, "cbl/SUB1.cbl"), "Main calls")).toEqual(["xctls LAST1 @cbl/SUB1.cbl:8"]);
  });
  test("includes name the member that was taken, or say that there is none", () => {
    expect(lines(listIncludes(estate, "cbl/SUB1.cbl"), "Includes")).toEqual([
      "COPY REC -> cpy/REC.cpy @cbl/SUB1.cbl:5",
    ]);
    expect(answered(listIncludes(estate, "cbl/LONER.cbl")).notes).toEqual([
      "No preprocessor includes found in cbl/LONER.cbl",
    ]);
    expect(listIncludes(estate, "cbl/NONE.cbl").kind).toBe("failure");
  });
  test("a long list says how much of it is shown, and goes on from an offset", () => {
    const text = renderAnswer(answered(listCallouts(estate, ".")), { offset: 1, limit: 1 });
    expect(text).toContain("## copies (1 of 2 shown, from 2)");
    expect(text).toContain("SUB1 -> REC [resolved] — cbl/SUB1.cbl:5");
  });
  test("every line of lists of any length is reached by the offsets that the pages name, and the last names none", () => {
    const list = (name: string, length: number) => ({
      heading: name,
      lines: Array.from({ length }, (_, index) => ({ text: `${name}${index}` })),
    });
    const whole: Answer = { title: "T", values: [], sections: [list("a", 7), list("b", 3), list("c", 0)], notes: [] };
    for (const limit of [1, 2, 3, 7, 8]) {
      const seen: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page = renderAnswer(whole, { offset, limit });
        seen.push(...[...page.matchAll(/^- (\w+)$/gm)].map((found) => found[1] ?? ""));
        expect(page).not.toContain("(0 of");
        const next = /offset (\d+) shows what follows/.exec(page)?.[1];
        offset = next === undefined ? undefined : Number(next);
      }
      expect(seen.toSorted()).toEqual(["a0", "a1", "a2", "a3", "a4", "a5", "a6", "b0", "b1", "b2"]);
    }
  });
  test("bodies come by name without case, missing ones are named", () => {
    expect(functionBodies(estate, "cbl/MAIN1.cbl", ["work-exit", "NONE"], textOf)).toEqual([
      {
        kind: "body",
        name: "WORK-EXIT",
        file: "cbl/MAIN1.cbl",
        start: 21,
        end: 22,
        text: "       WORK-EXIT.\n           EXIT.",
      },
      { kind: "missing", name: "NONE" },
    ]);
  });
  test("callers come from the whole estate: jobs, programs, copies and both lines of one caller", () => {
    expect(
      lines(
        findCallers(estate, "cbl/MAIN1.cbl", "main1", () => new FlowIndex(estate)),
        "Callers",
      ),
    ).toEqual(["JOB1/S1 (executes): //S1 EXEC PGM=MAIN1 @jcl/JOB1.jcl:2"]);
    expect(
      lines(
        findCallers(estate, "cpy/REC.cpy", "REC", () => new FlowIndex(estate)),
        "Callers",
      ).map((line) => line.split(" ")[0]),
    ).toContain("SUB1");
    expect(
      lines(
        findCallers(estate, "cbl/MAIN1.cbl", "WORK", () => new FlowIndex(estate)),
        "Callers",
      ).map((line) => line.split(" ")[0]),
    ).toEqual(["MAIN1/START-UP", "MAIN1/OLD-CODE"]);
    expect(findCallers(estate, undefined, "NOT-THERE", () => new FlowIndex(estate)).kind).toBe("failure");
  });
  test("dead code gives the reason, and leaves THRU ranges, entries and run programs alive", () => {
    const dead = deadCode(estate, ".");
    expect(lines(dead, "Unreachable paragraphs and sections")).toEqual([
      "MAIN1/OLD-CODE (paragraph): nothing performs it, goes to it or falls into it @cbl/MAIN1.cbl:23",
    ]);
    expect(lines(dead, "Unreferenced programs, copybooks and screens")).toEqual([
      "MAPB (map): no program sends or receives it @bms/SETA.bms:5",
      "LONER (program): no job, transaction or program runs it @cbl/LONER.cbl:1",
      "SPARE (copybook): no program copies it @cpy/SPARE.cpy:1",
    ]);
    expect(deadCode(estate, ".", { exclude: ["map"], only: ["program"] }).kind).toBe("failure");
  });
  test("only calls whose target is not known leave a doubt, not those of a known program that is missing", () => {
    const code = (...body: string[]): string =>
      fixed(
        "IDENTIFICATION DIVISION.",
        "PROGRAM-ID. LONELY.",
        "DATA DIVISION.",
        "WORKING-STORAGE SECTION.",
        "01 WS-A PIC X(8).",
        "01 WS-B PIC X(8).",
        "PROCEDURE DIVISION.",
        ...body,
        "    GOBACK.",
      );
    const reasons = (text: string): readonly string[] => {
      const own = cobol.parse({ path: "a.cbl", text }, { find: () => undefined });
      const other = new Estate([own, ...OTHERS.slice(0, 1)].map((each) => ({ facts: each, sha256: "0" })));
      return lines(deadCode(other, "."), "Unreferenced programs, copybooks and screens");
    };
    const run = "LONELY (program): no job, transaction or program runs it";
    expect(reasons(code("    MOVE 'GONE' TO WS-A. CALL WS-A."))).toEqual([`${run} @a.cbl:1`]);
    expect(reasons(code("    ACCEPT WS-B. CALL WS-B."))).toEqual([
      `${run}; 1 call with an unknown target could still reach it @a.cbl:1`,
    ]);
  });
  test("impact of a field reaches its uses, its copies, the programs and their jobs", () => {
    const found = impact(estate, "REC-ID");
    expect(lines(found, "Storage that moves with it")).toEqual([
      "REC, the group that holds it: 15 bytes at offset 0 @cpy/REC.cpy:1",
      "REC-NAME follows it in its group: PIC X(10), 10 bytes at offset 5 @cpy/REC.cpy:3",
    ]);
    expect(lines(found, "Fields that receive its value")).toEqual([
      "MAIN1/WORK: REC-ID -> WS-ID (move) @cbl/MAIN1.cbl:19",
      "MAIN1/WORK: WS-ID -> REC (pass) @cbl/MAIN1.cbl:19",
    ]);
    expect(lines(found, "Uses")).toEqual([
      "MAIN1/WORK: read (move) @cbl/MAIN1.cbl:19",
      "SUB1/WORK: read (test) @cbl/SUB1.cbl:8",
    ]);
    expect(lines(found, "Retest: jobs and steps").map((line) => line.split(" ")[0])).toEqual(["JOB1/S1"]);
  });
  test("lineage runs from the file through the move to the table", () => {
    const found = lineage(estate, "WS-ID");
    expect(lines(found, "Comes from")).toEqual([
      "WS-ID <- REC-ID (move, MAIN1/WORK) @cbl/MAIN1.cbl:19",
      "REC-ID as part of REC <- IN-REC (read-into, MAIN1/WORK) @cbl/MAIN1.cbl:18",
      "REC-ID as part of REC <- WS-ID (pass, MAIN1/WORK) @cbl/MAIN1.cbl:19",
    ]);
    expect(lines(found, "Goes to")).toEqual([
      "written to CUST (inserts) @cbl/MAIN1.cbl:20",
      "WS-ID -> REC (pass, MAIN1/WORK) @cbl/MAIN1.cbl:19",
    ]);
  });
  test("the job matrix joins steps to datasets and, through programs, to tables", () => {
    const heading = "Job and step, access (create, read, update, delete), dataset or table";
    expect(lines(jobMatrix(estate, "."), heading).filter((line) => line.startsWith("JOB1/S1"))).toEqual([
      "JOB1/S1: R    PROD.INPUT (dataset) [also cbl/MAIN1.cbl:18] @jcl/JOB1.jcl:3",
      "JOB1/S1: C    CUST (table) @cbl/MAIN1.cbl:20",
    ]);
  });
  test("crud tells what programs do to data, and the same by job and step", () => {
    const found = crudMatrix(estate, ".");
    const headings = ["Programs", "Jobs: job/step, program", "Transactions: transaction, program"];
    const record = "R PROD.INPUT (dataset through DD INDD) [also jcl/JOB1.jcl:3] @cbl/MAIN1.cbl:18";
    expect(headings.map((heading) => lines(found, heading))).toEqual([
      ["LAST1: send MAPA (map) @cbl/LAST1.cbl:4", "MAIN1: C CUST (table) @cbl/MAIN1.cbl:20", `MAIN1: ${record}`],
      ["JOB1/S1 MAIN1: C CUST (table) @cbl/MAIN1.cbl:20", `JOB1/S1 MAIN1: ${record}`],
      ["TRN1 LAST1: send MAPA (map) @cbl/LAST1.cbl:4"],
    ]);
    expect(lines(crudMatrix(estate, ".", ["input"]), "Programs")).toEqual([`MAIN1: ${record}`]);
    expect(crudMatrix(estate, ".", ["NOTHING"])).toMatchObject({ answer: { sections: [] } });
    expect(crudMatrix(estate, "nowhere").kind).toBe("failure");
  });
  test("screens show transactions, maps and where programs go on", () => {
    const found = screenFlow(estate, ".");
    expect(lines(found, "Transactions")).toEqual(["TRN1 -> LAST1 @csd/A.csd:4"]);
    expect(lines(found, "Maps").map((line) => line.split(" @")[0])).toEqual([
      "SETA/MAPA, 0 fields, used by LAST1",
      "SETA/MAPB, 0 fields, used by no program",
    ]);
  });
  test("patterns are counted by category with their share", () => {
    expect(lines(analysisPatterns(estate, "cbl/MAIN1.cbl"), "error handling, 1 matches")).toEqual([
      "AT END: 1 @undefined:undefined",
    ]);
  });
});

describe("diagrams", () => {
  const diagram = (result: Diagram | QueryResult): Diagram => {
    if (result.kind !== "diagram") throw new Error("no diagram");
    return result;
  };
  /** The grammar of what is drawn here: a header, node declarations and arrows between declared ids. */
  const parses = (mermaid: string): boolean => {
    const [head, ...rest] = mermaid.trimEnd().split("\n");
    const declared = new Set<string>();
    return (
      head === "flowchart TD" &&
      rest.every((line) => {
        const node = /^ {2}(n\d+)(?:\["[^"]*"\]|\(\["[^"]*"\]\)|\[\("[^"]*"\)\]|\{\{"[^"]*"\}\})$/.exec(line);
        if (node) return declared.add(node[1] ?? "").size > 0;
        const arrow = /^ {2}(n\d+) (?:-->|-\.->)(?:\|"[^"|]*"\|)? (n\d+)$/.exec(line);
        return arrow !== null && declared.has(arrow[1] ?? "") && declared.has(arrow[2] ?? "");
      })
    );
  };
  test("a flow diagram has shapes by kind, THRU ranges, and parses", () => {
    const { mermaid, text } = diagram(flowDiagram(estate, "cbl/MAIN1.cbl", { external: true }));
    expect(parses(mermaid)).toBe(true);
    expect(mermaid).toContain('-->|"THRU WORK-EXIT"|');
    expect(mermaid).toContain('(["SUB1"])');
    expect(mermaid).toContain('[("CUST")]');
    expect(text).toContain("performs WORK THRU WORK-EXIT  cbl/MAIN1.cbl:16");
  });
  test("from a start only what it reaches is drawn; an unknown start names what there is", () => {
    expect(diagram(flowDiagram(estate, "cbl/MAIN1.cbl", { external: false, start: "work" })).mermaid).not.toContain(
      "OLD-CODE",
    );
    expect(flowDiagram(estate, "cbl/MAIN1.cbl", { external: false, start: "NONE" })).toMatchObject({
      kind: "failure",
      message: expect.stringContaining("START-UP"),
    });
  });
  test("sequence diagrams follow the longest chain between programs", () => {
    const [first] = sequenceDiagrams(estate, ".", { diagramsMax: 3, edgesMin: 2 }) as Diagram[];
    expect(
      first?.text
        .trimEnd()
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "S1 -> MAIN1 (executes)  jcl/JOB1.jcl:2",
      "MAIN1 -> SUB1 (calls)  cbl/MAIN1.cbl:19",
      "SUB1 -> LAST1 (xctls)  cbl/SUB1.cbl:8",
    ]);
    expect(first?.mermaid.split("\n")[0]).toBe("sequenceDiagram");
  });
});

test("a folder's summary tells missing copybooks, missing programs and calls of the unknown apart", () => {
  const text = (path: string, ...lines: string[]) => ({ path, text: lines.map((line) => `       ${line}\n`).join("") });
  const head = (name: string) => ["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`];
  const sources = [
    text(
      "A.cbl",
      ...head("A"),
      "DATA DIVISION.",
      "LINKAGE SECTION.",
      "01 L PIC X(8).",
      "PROCEDURE DIVISION.",
      "COPY GONE.",
      "    CALL 'NOWHERE'.",
      "    CALL L.",
      "    CALL 'B'.",
    ),
    text("B.cbl", ...head("B"), "PROCEDURE DIVISION.", "    GOBACK."),
  ];
  const files = sources.map((source) => ({ facts: cobol.parse(source, { find: () => undefined }), sha256: "" }));
  const estate = new Estate(files);
  const result = runQuery(
    "summary",
    { path: "." },
    { estate, flows: () => new FlowIndex(estate), textOf: () => undefined },
  );
  expect(result.kind === "answer" ? result.answer.values : []).toContainEqual(["Programs", 2]);
  const sections = result.kind === "answer" ? result.answer.sections : [];
  expect(
    sections.map(({ heading, lines }) => [heading, ...lines.map((line) => `${line.text} ${line.file}:${line.line}`)]),
  ).toEqual([
    ["Missing copybooks and members", "GONE (copies): no member of that name in the estate A.cbl:7"],
    [
      "Missing programs and procedures",
      "NOWHERE (calls): no program or entry or function of that name in the estate A.cbl:8",
    ],
    ["Calls whose target is not known", "L (calls): no constant reaches L in this program A.cbl:9"],
  ]);
});

describe("what is over a bound is told in the answer", () => {
  const asked = (verb: "flow" | "rules" | "jobs" | "fields", path: string, text: string): string => {
    const frontend = path.endsWith(".jcl") ? jcl : path.endsWith(".sql") ? sql : cobol;
    const facts = frontend.parse({ path, text }, { find: () => undefined });
    const one = new Estate([{ facts, sha256: "" }]);
    return renderCodeAnswer(
      runQuery(verb, { path }, { estate: one, flows: () => new FlowIndex(one), textOf: () => text }),
      FIRST_PAGE,
    );
  };
  const many = (count: number, line: (at: number) => string): string[] =>
    Array.from({ length: count }, (_, at) => line(at));
  const head = ["IDENTIFICATION DIVISION.", "PROGRAM-ID. A.", "PROCEDURE DIVISION."];

  test("a diagram of thousands of paragraphs has the first of them", () => {
    const found = asked("flow", "A.cbl", fixed(...head, ...many(5_100, (at) => `P${at}.`)));
    expect([found.split("\n")[0], found.includes('"P4998"'), found.includes('"P5050"')]).toEqual([
      "# Flow of A.cbl, 5000 of its 5100 paragraphs",
      true,
      false,
    ]);
  });

  test("rules say from which line on too much is nested", () => {
    const found = asked("rules", "A.cbl", fixed(...head, "M.", ...many(10_000, (at) => `IF A${at} = 1 MOVE 1 TO B`)));
    expect(found).toMatch(/^Not read from A\.cbl:\d+ on: too many conditions stand in one another\.$/m);
  });

  // It is in time because the line is read once for all that it declares; for each of them it takes minutes.
  test("fields of a table with a hundred thousand columns on one line", () => {
    const columns = many(100_000, (at) => `b${at} int`).join(",");
    expect(asked("fields", "t.sql", `create table t (${columns});\n`)).toContain("Fields: 100000\n");
  });

  test("jobs say from which line on symbols stay as they are written", () => {
    const symbols = many(8, (at) => `// SET A${at + 1}=&A${at}..&A${at}\n`).join("");
    const steps = many(2_000, (at) => `//S${at} EXEC PGM=P\n//D DD DSN=&A7,DISP=SHR\n`).join("");
    expect(asked("jobs", "J.jcl", `//J JOB\n// SET A0=XXXXXXXX\n${symbols}${steps}`)).toMatch(
      /^J\.jcl:\d+: the values of symbols are too long together/m,
    );
  });
});
