import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../../../test/rounds.ts";
import type { MemberLookup } from "../../frontend.ts";
import { type FileFacts, FLOW_COLUMNS, FLOW_KINDS, type ReferenceFact, USE_COLUMNS } from "../../model.ts";
import { cobol, copybook } from "./frontend.ts";

const library = (members: Record<string, string> = {}): MemberLookup => ({
  find(name, kind, folder) {
    const found = members[folder ? `${folder}/${name.toUpperCase()}` : name.toUpperCase()];
    return found === undefined || kind !== "copybook"
      ? undefined
      : { source: { path: `cpy/${name.toUpperCase()}.cpy`, text: found }, others: [] };
  },
});
const parse = (text: string, members: Record<string, string> = {}): FileFacts =>
  cobol.parse({ path: "p.cbl", text }, library(members));
/** Lines of code from column 8; a line that starts with a bar keeps its own columns. */
const fixed = (...lines: string[]): string =>
  `${lines.map((line) => (line.startsWith("|") ? line.slice(1) : `       ${line}`)).join("\n")}\n`;
/** Breaks a long statement at blanks, as a programmer would before column 73. */
const wrap = (code: string): string[] => {
  const lines: string[] = [];
  let rest = code;
  while (rest.length > 64) {
    const at = rest.lastIndexOf(" ", 64);
    lines.push(rest.slice(0, at));
    rest = `    ${rest.slice(at + 1)}`;
  }
  return [...lines, rest];
};
const HEAD = ["IDENTIFICATION DIVISION.", "PROGRAM-ID. P."];
const program = (...body: string[]): string => fixed(...HEAD, "PROCEDURE DIVISION.", ...body);
const withData = (data: string[], ...body: string[]): string =>
  fixed(...HEAD, "DATA DIVISION.", "WORKING-STORAGE SECTION.", ...data, "PROCEDURE DIVISION.", ...body);
const units = (facts: FileFacts): string[] =>
  facts.symbols
    .filter((symbol) => symbol.kind === "paragraph" || symbol.kind === "section" || symbol.name === "(main)")
    .map((symbol) => `${symbol.name} ${symbol.start}-${symbol.end}`);
const edges = (facts: FileFacts, ...kinds: string[]): string[] =>
  facts.references
    .filter((reference) => kinds.includes(reference.kind))
    .map(
      (reference) =>
        `${reference.from.split("/").pop()} ${reference.name}${reference.thru ? ` THRU ${reference.thru}` : ""}`,
    );
const to = (facts: FileFacts, kind: string): (string | undefined)[] =>
  facts.references.filter((reference) => reference.kind === kind).map((reference) => reference.to);
const reach = (facts: FileFacts): Record<string, unknown> =>
  Object.fromEntries(
    facts.symbols.filter((symbol) => symbol.detail?.["reach"]).map((symbol) => [symbol.name, symbol.detail?.["reach"]]),
  );
const only = (facts: FileFacts, kind: string): ReferenceFact =>
  facts.references.find((reference) => reference.kind === kind) as ReferenceFact;
const item = (facts: FileFacts, name: string): Record<string, unknown> =>
  facts.symbols.find((symbol) => symbol.kind === "data-item" && symbol.name === name)?.detail ?? {};

const ACCESS = ["", "r", "w", "rw"];

/** Every use as `line access name:declared kind`. */
function usesOf(facts: FileFacts): string[] {
  const { uses = [], items = [] } = facts.dataFlow ?? {};
  const shown: string[] = [];
  for (let at = 0; at < uses.length; at += USE_COLUMNS) {
    const [line = 0, index = 0, how = 0] = uses.slice(at + 2);
    const item = items[index];
    shown.push(`${line} ${ACCESS[how & 3]} ${item?.name}:${item?.line} ${FLOW_KINDS[(how >> 2) & 31]}`);
  }
  return shown;
}

/** Every way of a value as `line source > target`. */
function movesOf(facts: FileFacts): string[] {
  const { uses = [], rows = [], items = [], literals = [] } = facts.dataFlow ?? {};
  const shown: string[] = [];
  for (let at = 0; at < rows.length; at += FLOW_COLUMNS) {
    const [source = -1, target = -1, use = 0] = rows.slice(at);
    const from = source < 0 ? literals[-2 - source] : items[source]?.name;
    shown.push(`${uses[use * USE_COLUMNS + 2]} ${from} > ${items[target]?.name}`);
  }
  return shown;
}

describe("source form", () => {
  test("fixed form ignores columns 1-6 and 73-80, even when they look like code", () => {
    const line = `GO TOX${" ".repeat(5)}PERFORM A.`.padEnd(72);
    const facts = parse(`${program("S.")}${line}GO TO B.\n       A.\n           EXIT.\n`);
    expect([edges(facts, "performs"), edges(facts, "goto")]).toEqual([["S A"], []]);
  });
  test("lower case, carriage returns, form feeds and a closing control-Z change nothing", () => {
    const facts = parse(
      `${program("main-para.", "    perform sub-para.", "\f", "sub-para.", "    exit.").replaceAll("\n", "\r\n")}\x1a`,
    );
    expect([units(facts), edges(facts, "performs"), facts.parse]).toEqual([
      ["main-para 4-5", "sub-para 7-8"],
      ["MAIN-PARA sub-para"],
      "full",
    ]);
  });
  test("a tab stands for columns: code after a leading tab is code", () => {
    expect(edges(parse(`${program("A.")}\tPERFORM B.\n\tB.\n\t\tEXIT.\n`), "performs")).toEqual(["A B"]);
  });
  test("free form is told by a directive or by evidence, and may begin midway", () => {
    const code = "identification division.\nprogram-id. p.\nprocedure division.\nmain.\nperform sub.\nsub.\nexit.\n";
    const switched = `${program("A.", "    PERFORM B.")}       >>SOURCE FORMAT IS FREE\nB.\nperform c.\nc.\nexit.\n`;
    expect([
      edges(parse(code), "performs"),
      edges(parse(`>>SOURCE FREE\n${code}`), "performs"),
      edges(parse(switched), "performs"),
    ]).toEqual([["MAIN sub"], ["MAIN sub"], ["A B", "B c"]]);
  });
  test("one header before column 7 tells free form among deeply indented lines; a literal past column 72 tells variable form", () => {
    const nested = `PROGRAM-ID. P.\nPROCEDURE DIVISION.\n${"            IF A = B\n                PERFORM SUB-PARA\n            END-IF.\n".repeat(30)}SUB-PARA.\n  EXIT.\n`;
    expect(edges(parse(nested), "performs").length).toBe(30);
    const wide = `${program("A.")}           DISPLAY "${"X".repeat(60)}". PERFORM B.\n${fixed("B.", "    EXIT.")}`;
    expect([edges(parse(wide), "performs"), parse(wide).parse]).toEqual([["A B"], "full"]);
  });
  test("a copybook may have another form than its program", () => {
    const facts = parse(program("A.", "    COPY X.", "    PERFORM B.", "B.", "    EXIT."), {
      X: "*> free form\nif a = b then\nperform b\nend-if\n",
    });
    expect(edges(facts, "performs")).toEqual(["A b", "A B"]);
  });
  test("a hyphen in column 7 goes on with a literal at its next quote, comment lines between", () => {
    const first = `${"           CALL 'ABC".padEnd(72)}`;
    const facts = parse(`${program("A.")}${first}\n      * comment\n      -    'DEF'.\n`);
    expect(only(facts, "calls").name.replace(/ +/g, " ")).toBe("ABC DEF");
    const full = `${" ".repeat(63)}CALL 'ABC`;
    expect(only(parse(`${program("A.")}${full}\n      -    'DEF'.\n`), "calls").name).toBe("ABCDEF");
  });
  test("two quotes after a quote in column 72 are one quote of the same literal", () => {
    const facts = parse(program(`    CALL "${"X".repeat(54)}"`, `|      -    ""Y".`, "    CALL 'B'."));
    expect(edges(facts, "calls")).toEqual([`(main) ${"X".repeat(54)}"Y`, "(main) B"]);
    expect(facts.problems).toEqual([]);
  });
  test("a word may be parted before one of its hyphens", () => {
    const facts = parse(program("A.", "    GO TO CON", "|      -    -END.", "CON-END.", "    GOBACK."));
    expect(edges(facts, "goto")).toEqual(["A CON-END"]);
  });
  test("a hyphen in column 7 joins a word", () => {
    expect(
      edges(parse(program("A.", "    PERFORM LONG-", "|      -    NAME.", "LONG-NAME.", "    EXIT.")), "performs"),
    ).toEqual(["A LONG-NAME"]);
  });
  test("D lines are comments unless the program is in debugging mode; option letters are comments", () => {
    const body = ["A.", "|      D    PERFORM B.", "|      S    PERFORM B.", "    EXIT.", "B.", "    EXIT."];
    const mode = ["ENVIRONMENT DIVISION.", "CONFIGURATION SECTION.", "SOURCE-COMPUTER. X WITH DEBUGGING MODE."];
    expect(edges(parse(program(...body)), "performs")).toEqual([]);
    expect(edges(parse(fixed(...HEAD, ...mode, "PROCEDURE DIVISION.", ...body)), "performs")).toEqual(["A B"]);
  });
  test("an apostrophe in an inline comment opens no literal; directives and listing words are no code", () => {
    const facts = parse(
      `       CBL APOST\n${program("A.", "    PERFORM B. *> don't stop", "EJECT", "SKIP1.", "TITLE 'X'.", "|      $SET X", "B.", "    EXIT.")}`,
    );
    expect([units(facts).map((unit) => unit.split(" ")[0]), facts.parse]).toEqual([["A", "B"], "full"]);
  });
  test("a period ends a sentence only before a separator", () => {
    const facts = parse(
      withData(["01 X PIC ZZ9.99.", "01 Y PIC 9V9 VALUE 9.5."], "A.", "    IF Y > 9.99 GO TO B.", "B.", "    EXIT."),
    );
    expect([edges(facts, "goto"), item(facts, "X")["picture"], item(facts, "Y")["value"]]).toEqual([
      ["A B"],
      "ZZ9.99",
      "9.5",
    ]);
  });
  test("comment entries of the identification division are prose", () => {
    const facts = parse(
      fixed(
        ...HEAD,
        "AUTHOR. JOHN'S TEAM.",
        "REMARKS. THIS WILL COPY NOTHING.",
        "    COPY EITHER.",
        "PROCEDURE DIVISION.",
        "A.",
        "    EXIT.",
      ),
    );
    expect([edges(facts, "copies"), units(facts)]).toEqual([[], ["A 7-8"]]);
  });
});

describe("text manipulation", () => {
  test("COPY takes names, quoted names and libraries, in any division and inside a statement", () => {
    const facts = parse(
      withData(
        ["COPY D.", "COPY 'Q.CPY'."],
        "A.",
        "    IF X = COPY V. PERFORM B.",
        "    COPY L OF LIB.",
        "B.",
        "    EXIT.",
      ),
      { D: fixed("01 X PIC X."), "Q.CPY": fixed("01 Y PIC X."), V: fixed("Y"), "LIB/L": fixed("PERFORM B.") },
    );
    expect([edges(facts, "copies").map((edge) => edge.slice(2)), edges(facts, "performs"), facts.members]).toEqual([
      ["D", "Q.CPY", "V", "L"],
      ["A B", "A B"],
      ["cpy/D.cpy", "cpy/Q.CPY.cpy", "cpy/V.cpy", "cpy/L.cpy"],
    ]);
  });
  test("REPLACING changes tags inside words, whole words, literals, LEADING and TRAILING parts", () => {
    const member = fixed(":T:-INIT.", "    PERFORM OLD.", "    CALL 'X'.", "    PERFORM PRE-END.", "OLD.", "    EXIT.");
    const facts = parse(
      program(...wrap("COPY M REPLACING ==:T:== BY ==WS== OLD BY NEW-NAME 'X' BY 'Y' LEADING ==PRE== BY ==POST==.")),
      { M: member },
    );
    expect([units(facts), edges(facts, "performs"), edges(facts, "calls")]).toEqual([
      ["WS-INIT 1-4", "NEW-NAME 5-6"],
      ["WS-INIT NEW-NAME", "WS-INIT POST-END"],
      ["WS-INIT Y"],
    ]);
  });
  test("a paragraph of a copybook keeps the copybook's file and lines", () => {
    const facts = parse(program("MAIN.", "    PERFORM SUB.", "COPY M."), { M: fixed("SUB.", "    EXIT.") });
    expect(facts.symbols.find((symbol) => symbol.name === "SUB")).toMatchObject({
      file: "cpy/M.cpy",
      start: 1,
      end: 2,
    });
    expect(facts.symbols.find((symbol) => symbol.name === "MAIN")).toMatchObject({ start: 4, end: 6 });
  });
  test("a paragraph holds the COPY, REPLACE and debugging lines at its end, not the next paragraph's comments", () => {
    const facts = parse(
      program(
        "A.",
        "    CONTINUE.",
        "COPY M.",
        "|      * B does more",
        "B.",
        "|      D    DISPLAY 'X'.",
        "|      *",
        "C.",
        "REPLACE OFF.",
      ),
      { M: fixed("    CONTINUE.", "SUB.", "    EXIT.") },
    );
    expect(units(facts)).toEqual(["A 4-6", "SUB 2-3", "B 8-9", "C 11-12"]);
  });
  test("REPLACE works after COPY expansion, until REPLACE OFF", () => {
    const facts = parse(
      program(
        "REPLACE ==TARGET== BY ==B==.",
        "A.",
        "    COPY M.",
        "    REPLACE OFF.",
        "    PERFORM TARGET.",
        "B.",
        "    EXIT.",
      ),
      { M: fixed("PERFORM TARGET.") },
    );
    expect(edges(facts, "performs")).toEqual(["A B", "A TARGET"]);
  });
  test("EXEC SQL INCLUDE, ++INCLUDE and -INC are copies", () => {
    const facts = parse(
      withData(["EXEC SQL INCLUDE SQLCA END-EXEC.", "|++INCLUDE PANVAL", "|-INC ENDEV"], "A.", "    EXIT."),
      { PANVAL: fixed("01 Z PIC X.") },
    );
    expect(
      facts.references
        .filter((reference) => reference.kind === "copies")
        .map((reference) => [reference.name, reference.detail?.["verb"], reference.resolved]),
    ).toEqual([
      ["SQLCA", "EXEC SQL INCLUDE", "unresolved"],
      ["PANVAL", "++INCLUDE", "exact"],
      ["ENDEV", "++INCLUDE", "unresolved"],
    ]);
  });
  test("a missing copybook is listed, the rest is read, and names that may come from it say so", () => {
    const facts = parse(program("A.", "    PERFORM GONE.", "COPY NOWHERE."));
    expect([only(facts, "performs").resolved, only(facts, "performs").reason, facts.problems]).toEqual([
      "unresolved",
      expect.stringContaining("NOWHERE"),
      [{ line: 6, message: "copybook NOWHERE was not found" }],
    ]);
    expect(facts.symbols[0]?.detail?.["missingProcedureCopybooks"]).toEqual(["NOWHERE"]);
  });
  test("nested copies go deep and circles end with a problem", () => {
    const facts = parse(program("A.", "    COPY L1."), {
      L1: fixed("PERFORM B.", "COPY L2."),
      L2: fixed("PERFORM C.", "COPY L1."),
    });
    expect([edges(facts, "performs"), facts.problems.map((problem) => problem.message)]).toEqual([
      ["A B", "A C"],
      [expect.stringContaining("circle")],
    ]);
  });
});

describe("units", () => {
  test("a paragraph ends before the next header; its period may be on the next line, a statement on its own", () => {
    expect(
      units(parse(program("A.", "    CONTINUE.", "|      * belongs to B", "B", "    .", "    EXIT.", "C. EXIT."))),
    ).toEqual(["A 4-5", "B 7-9", "C 10-10"]);
  });
  test("a section has its own statements and its paragraphs; code before any header is (main)", () => {
    const facts = parse(program("    DISPLAY 'X'.", "S SECTION.", "    DISPLAY 'Y'.", "A.", "    EXIT."));
    expect([units(facts), facts.symbols.find((symbol) => symbol.name === "A")?.owner]).toEqual([
      ["(main) 3-4", "S 5-6", "A 7-8"],
      "P/S",
    ]);
  });
  test("verbs and scope words alone before a period are no paragraphs; digits are", () => {
    expect(
      units(
        parse(
          program(
            "A.",
            "    IF X",
            "      CONTINUE.",
            "    EXIT.",
            "    IF X DISPLAY Y",
            "    END-IF.",
            "    GOBACK.",
            "100.",
            "    PERFORM 100.",
          ),
        ),
      ),
    ).toEqual(["A 4-10", "100 11-12"]);
  });
  test("a name that stands twice is found in its own section first, or by OF", () => {
    const facts = parse(
      program(
        "S1 SECTION.",
        "A.",
        "    PERFORM X. PERFORM X OF S2.",
        "X.",
        "    EXIT.",
        "S2 SECTION.",
        "X.",
        "    EXIT.",
      ),
    );
    expect(to(facts, "performs")).toEqual(["P/X", "P/X@10"]);
  });
  test("nested and sequential programs have their own names and end at END PROGRAM", () => {
    const facts = parse(
      fixed(
        "ID DIVISION.",
        "PROGRAM-ID. OUTER.",
        "PROCEDURE DIVISION.",
        "A.",
        "    PERFORM A.",
        "ID DIVISION.",
        "PROGRAM-ID. INNER.",
        "PROCEDURE DIVISION.",
        "A.",
        "    PERFORM A.",
        "END PROGRAM INNER.",
        "END PROGRAM OUTER.",
        "ID DIVISION.",
        "PROGRAM-ID. NEXT-ONE.",
        "PROCEDURE DIVISION.",
        "A.",
        "    PERFORM A.",
      ),
    );
    expect(to(facts, "performs")).toEqual(["OUTER/A", "INNER/A", "NEXT-ONE/A"]);
    expect(
      facts.symbols
        .filter((symbol) => symbol.kind === "program")
        .map((symbol) => [symbol.name, symbol.start, symbol.end, symbol.owner]),
    ).toEqual([
      ["OUTER", 1, 12, undefined],
      ["INNER", 6, 11, "OUTER"],
      ["NEXT-ONE", 13, 17, undefined],
    ]);
  });
});

describe("control flow", () => {
  test("PERFORM A is A only; a section is all of it; THRU falls through what lies between", () => {
    const facts = parse(
      program(
        "MAIN.",
        "    PERFORM A. PERFORM C THRU E. GOBACK.",
        "A.",
        "    CONTINUE.",
        "B.",
        "    CONTINUE.",
        "C.",
        "    CONTINUE.",
        "D.",
        "    CONTINUE.",
        "E.",
        "    CONTINUE.",
        "F.",
        "    CONTINUE.",
      ),
    );
    expect(reach(facts)).toEqual({
      MAIN: "entry",
      A: "performed",
      B: "none",
      C: "performed",
      D: "fallen-into",
      E: "fallen-into",
      F: "none",
    });
    expect(edges(facts, "performs")).toEqual(["MAIN A", "MAIN C THRU E"]);
    const section = parse(
      program(
        "MAIN SECTION.",
        "    PERFORM S. STOP RUN.",
        "S SECTION.",
        "A.",
        "    CONTINUE.",
        "B.",
        "    CONTINUE.",
        "T SECTION.",
        "    CONTINUE.",
      ),
    );
    expect(reach(section)).toEqual({ MAIN: "entry", S: "performed", A: "fallen-into", B: "fallen-into", T: "none" });
  });
  test("inline PERFORM names no procedure, in every form", () => {
    const facts = parse(
      withData(
        ["01 N PIC 9.", "01 T.", "  05 E PIC 9 OCCURS 3."],
        "A.",
        "    PERFORM N TIMES CONTINUE END-PERFORM",
        "    PERFORM E (1) TIMES CONTINUE END-PERFORM",
        "    PERFORM UNTIL N = 1 CONTINUE END-PERFORM",
        "    PERFORM VARYING N FROM 1 BY 1 UNTIL N > 3 CONTINUE END-PERFORM",
        "    PERFORM WITH TEST AFTER UNTIL N = 1 CONTINUE END-PERFORM",
        "    PERFORM B N TIMES",
        "    PERFORM B WITH TEST AFTER VARYING N FROM 1 BY 1 UNTIL N > 3.",
        "B.",
        "    EXIT.",
      ),
    );
    expect(edges(facts, "performs")).toEqual(["A B", "A B"]);
  });
  test("a PERFORM may run over several lines and says THROUGH", () => {
    expect(
      edges(
        parse(
          program("M.", "    PERFORM", "      A", "      THROUGH", "      B.", "A.", "    EXIT.", "B.", "    EXIT."),
        ),
        "performs",
      ),
    ).toEqual(["M A THRU B"]);
  });
  test("leaving a range by GO TO does not return: what follows the target is reached too", () => {
    expect(
      reach(
        parse(
          program(
            "M.",
            "    PERFORM A. GOBACK.",
            "A.",
            "    GO TO X.",
            "B.",
            "    CONTINUE.",
            "X.",
            "    CONTINUE.",
            "Y.",
            "    GOBACK.",
          ),
        ),
      ),
    ).toEqual({ M: "entry", A: "performed", B: "none", X: "jumped-to", Y: "fallen-into" });
  });
  test("GO TO DEPENDING goes to each and falls through when out of range", () => {
    const facts = parse(
      program("M.", "    GO TO A B DEPENDING ON N.", "N1.", "    GOBACK.", "A.", "    GOBACK.", "B.", "    GOBACK."),
    );
    expect([edges(facts, "goto"), reach(facts)["N1"]]).toEqual([["M A", "M B"], "fallen-into"]);
  });
  test("ALTER adds a way from the altered paragraph and keeps the original", () => {
    const facts = parse(
      program("M.", "    ALTER SW TO PROCEED TO B.", "SW.", "    GO TO A.", "A.", "    GOBACK.", "B.", "    GOBACK."),
    );
    expect([edges(facts, "goto"), reach(facts)["B"]]).toEqual([["SW B", "SW A"], "altered"]);
  });
  test("NEXT SENTENCE jumps past the period, CONTINUE does not", () => {
    const next = parse(program("M.", "    IF X = 1 NEXT SENTENCE ELSE GOBACK. CONTINUE.", "A.", "    GOBACK."));
    expect(next.symbols.find((symbol) => symbol.name === "M")?.detail?.["leaves"]).toBeUndefined();
    expect(reach(next)["A"]).toBe("fallen-into");
  });
  test("EXIT PARAGRAPH reaches the paragraph's end, EXIT SECTION the section's, EXIT PERFORM only the loop's", () => {
    const facts = parse(
      program(
        "S1 SECTION.",
        "A.",
        "    IF X EXIT SECTION. GOBACK.",
        "B.",
        "    GOBACK.",
        "S2 SECTION.",
        "    IF X EXIT PARAGRAPH. GOBACK.",
        "C.",
        "    PERFORM UNTIL X EXIT PERFORM END-PERFORM.",
        "D.",
        "    GOBACK.",
      ),
    );
    expect(reach(facts)).toEqual({
      S1: "entry",
      A: "fallen-into",
      B: "none",
      S2: "fallen-into",
      C: "fallen-into",
      D: "fallen-into",
    });
  });
  test("EXIT SECTION falls from the section's end into the next section", () => {
    const facts = parse(
      program(
        "S SECTION.",
        "A.",
        "    IF X EXIT SECTION.",
        "    GOBACK.",
        "B.",
        "    STOP RUN.",
        "T SECTION.",
        "    GOBACK.",
      ),
    );
    expect([edges(facts, "falls-through"), reach(facts)["T"]]).toEqual([["S A", "A T"], "fallen-into"]);
  });
  test("EXIT PROGRAM leaves a called program and does nothing in a main one", () => {
    const body = ["A.", "    EXIT PROGRAM.", "B.", "    STOP RUN."];
    expect(reach(parse(program(...body)))["B"]).toBe("fallen-into");
    expect(
      reach(
        parse(
          fixed(...HEAD, "DATA DIVISION.", "LINKAGE SECTION.", "01 L PIC X.", "PROCEDURE DIVISION USING L.", ...body),
        ),
      )["B"],
    ).toBe("none");
  });
  test("declaratives are never dead, and code after them is the program's start", () => {
    const facts = parse(
      program(
        "DECLARATIVES.",
        "D SECTION.",
        "    USE AFTER ERROR PROCEDURE ON F.",
        "D1.",
        "    EXIT.",
        "END DECLARATIVES.",
        "MAIN SECTION.",
        "A.",
        "    GOBACK.",
      ),
    );
    expect(reach(facts)).toEqual({ D: "declarative", D1: "declarative", MAIN: "entry", A: "fallen-into" });
  });
  test("SORT procedures, XML PARSE procedures and entries are ways in", () => {
    const facts = parse(
      program(
        "M.",
        "    SORT F ON ASCENDING KEY K",
        "      INPUT PROCEDURE IS A THRU B",
        "      OUTPUT PROCEDURE C.",
        "    XML PARSE X PROCESSING PROCEDURE D. GOBACK.",
        "A.",
        "    EXIT.",
        "B.",
        "    EXIT.",
        "C.",
        "    EXIT.",
        "D.",
        "    EXIT.",
        "E.",
        "    ENTRY 'SECOND'. CONTINUE.",
        "F.",
        "    GOBACK.",
      ),
    );
    expect([
      edges(facts, "performs"),
      reach(facts)["E"],
      facts.symbols.find((symbol) => symbol.name === "SECOND")?.kind,
    ]).toEqual([["M A THRU B", "M C", "M D"], "entry", "entry"]);
  });
  test("a unit whose branches all leave is marked, but what follows is not called dead", () => {
    const facts = parse(program("A.", "    IF X GO TO C ELSE GOBACK.", "B.", "    GOBACK.", "C.", "    GOBACK."));
    expect([facts.symbols.find((symbol) => symbol.name === "A")?.detail?.["branchesLeave"], reach(facts)["B"]]).toEqual(
      [true, "fallen-into"],
    );
  });
  test("statements after a leaving verb are reported by line", () => {
    expect(
      parse(program("A.", "    GOBACK.", "    DISPLAY 'NEVER'.")).symbols.find((symbol) => symbol.name === "A")
        ?.detail?.["afterLeave"],
    ).toEqual([6]);
  });
  test("CICS RETURN, XCTL and ABEND leave; with RESP they may go on", () => {
    const leaves = (command: string): unknown =>
      parse(program("A.", `    EXEC CICS ${command} END-EXEC.`)).symbols.find((symbol) => symbol.name === "A")
        ?.detail?.["leaves"] ?? false;
    expect([
      leaves("RETURN"),
      leaves("XCTL PROGRAM('X')"),
      leaves("ABEND"),
      leaves("XCTL PROGRAM('X') RESP(R)"),
      leaves("LINK PROGRAM('X')"),
    ]).toEqual([true, true, true, false, false]);
  });
  test("phrases without their END- word end with the sentence or the outer branch", () => {
    const facts = parse(
      program(
        "A.",
        "    IF X READ F AT END GO TO C ELSE DISPLAY 'Y'.",
        "B.",
        "    READ F AT END GOBACK NOT AT END GOBACK.",
        "C.",
        "    GOBACK.",
      ),
    );
    expect(reach(facts)).toEqual({ A: "entry", B: "fallen-into", C: "jumped-to" });
  });
});

describe("calls", () => {
  const calls = (facts: FileFacts, kind = "calls"): unknown[] =>
    facts.references
      .filter((reference) => reference.kind === kind)
      .map((reference) => [
        reference.name,
        reference.resolved ?? "by name",
        (reference.via ?? []).map((place) => place.line),
      ]);
  test("a literal is the program; a data item is what VALUE, MOVE and 88 give it, each with its lines", () => {
    const facts = parse(
      withData(
        ["01 V PIC X(8) VALUE 'VALPGM'.", "01 M PIC X(8).", "01 S PIC X(8).", "  88 S-ON VALUE 'SETPGM'."],
        "A.",
        "    CALL 'LIT'. CALL V.",
        "    MOVE 'MOVPGM' TO M. CALL M.",
        "    SET S-ON TO TRUE. CALL S.",
      ),
    );
    expect(calls(facts)).toEqual([
      ["LIT", "by name", []],
      ["VALPGM", "propagated", [5]],
      ["MOVPGM", "propagated", [12]],
      ["SETPGM", "propagated", [8, 13]],
    ]);
  });
  test("a later certain MOVE hides an earlier one; branches and callers both count", () => {
    const facts = parse(
      withData(
        ["01 M PIC X(8)."],
        "A.",
        "    MOVE 'P1' TO M. MOVE 'P2' TO M. CALL M.",
        "    IF X MOVE 'P3' TO M ELSE MOVE 'P4' TO M END-IF",
        "    PERFORM B.",
        "    MOVE 'P5' TO M. PERFORM B. GOBACK.",
        "B.",
        "    CALL M.",
      ),
    );
    expect(calls(facts).map((call) => (call as string[])[0])).toEqual(
      ["P2", "P2", "P3", "P4", "P5"].slice(0, 1).concat(["P2", "P3", "P4", "P5"]),
    );
  });
  test("a table of program names gives one possible target a row", () => {
    const facts = parse(
      withData(
        [
          "01 MENU.",
          "  05 FILLER PIC X(10) VALUE 'PROGRAM-AA'.",
          "  05 FILLER PIC X(10) VALUE 'PROGRAM-BB'.",
          "01 T REDEFINES MENU.",
          "  05 ROW OCCURS 2.",
          "    10 FILLER PIC X(8).",
          "    10 NAME PIC X(2).",
        ],
        "A.",
        "    EXEC CICS XCTL PROGRAM(NAME(I)) END-EXEC.",
      ),
    );
    expect(calls(facts, "xctls")).toEqual([
      ["AA", "table", [6]],
      ["BB", "table", [7]],
    ]);
    expect(only(facts, "xctls").detail).toMatchObject({ possible: true, source: "table" });
  });
  test("a name nothing gives a value is unresolved, with the reason", () => {
    expect(only(parse(withData(["01 M PIC X(8)."], "A.", "    CALL M.")), "calls")).toMatchObject({
      name: "M",
      resolved: "unresolved",
      reason: expect.stringContaining("no constant reaches M"),
    });
  });
  test("CANCEL and ENTRY pointers refer to programs; a level-78 constant is its value", () => {
    const facts = parse(withData(["78 C VALUE 'CONPGM'."], "A.", "    CANCEL 'OLDPGM'. CALL C USING X."));
    expect([only(facts, "references").name, only(facts, "calls").name]).toEqual(["OLDPGM", "CONPGM"]);
  });
  test("CICS options come in any order, values as literals or data; the mapset defaults to the map", () => {
    const facts = parse(
      withData(
        ["01 T PIC X(4) VALUE 'TRN1'."],
        "A.",
        "    EXEC CICS SEND ERASE MAPSET('SET1') FROM(X) MAP('MAP1') END-EXEC",
        "    EXEC CICS RECEIVE MAP('MAP2') END-EXEC",
        "    EXEC CICS START TRANSID(T) END-EXEC",
        "    EXEC CICS READ INTO(R) FILE('ACCT') RIDFLD(K) END-EXEC",
        "    EXEC CICS REWRITE DATASET('ACCT') END-EXEC",
        "    EXEC CICS WRITEQ TS QUEUE('Q1') END-EXEC",
        "    EXEC CICS RETURN TRANSID('TRN2') COMMAREA(C) END-EXEC.",
      ),
    );
    expect(
      facts.references
        .filter((reference) => reference.detail?.["exec"])
        .map((reference) => [reference.kind, reference.name, reference.detail?.["mapset"]]),
    ).toEqual([
      ["sends", "MAP1", "SET1"],
      ["receives", "MAP2", undefined],
      ["starts", "TRN1", undefined],
      ["reads", "ACCT", undefined],
      ["updates", "ACCT", undefined],
      ["writes", "Q1", undefined],
      ["starts", "TRN2", undefined],
    ]);
  });
  test("HANDLE and WHENEVER labels are reached", () => {
    const facts = parse(
      program(
        "M.",
        "    EXEC CICS HANDLE CONDITION NOTFND(A) ERROR(B) END-EXEC",
        "    EXEC SQL WHENEVER SQLERROR GO TO C END-EXEC. GOBACK.",
        "A.",
        "    GOBACK.",
        "B.",
        "    GOBACK.",
        "C.",
        "    GOBACK.",
      ),
    );
    expect(reach(facts)).toEqual({ M: "entry", A: "handler", B: "handler", C: "handler" });
    expect(
      facts.references
        .filter((reference) => reference.detail?.["condition"])
        .map((reference) => [reference.name, reference.detail?.["condition"]]),
    ).toEqual([
      ["A", "NOTFND"],
      ["B", "ERROR"],
      ["C", "SQLERROR"],
    ]);
  });
  test("SQL gives all tables with their operation; a cursor's tables belong to who opens and fetches it", () => {
    const facts = parse(
      withData(
        wrap("EXEC SQL DECLARE C1 CURSOR FOR SELECT A FROM S.T1 X, T2 WHERE B IN (SELECT C FROM T3) END-EXEC."),
        "A.",
        "    EXEC SQL OPEN C1 END-EXEC",
        "    EXEC SQL SELECT A INTO :H FROM T4 JOIN T5 ON 1 = 1 END-EXEC",
        "    EXEC SQL INSERT INTO T6 SELECT * FROM T7 END-EXEC",
        "    EXEC SQL UPDATE T8 SET A = :H END-EXEC",
        "    EXEC SQL DELETE FROM T9 WHERE CURRENT OF C1 END-EXEC",
        "    EXEC SQL CALL PROC1(:H) END-EXEC",
        "    EXEC SQL PREPARE S1 FROM :H END-EXEC.",
      ),
    );
    expect(edges(facts, "selects", "inserts", "updates", "deletes", "opens", "calls")).toEqual([
      "cursor:C1 S.T1",
      "cursor:C1 T2",
      "cursor:C1 T3",
      "A C1",
      "A S.T1",
      "A T2",
      "A T3",
      "A T4",
      "A T5",
      "A T6",
      "A T7",
      "A T8",
      "A T9",
      "A PROC1",
    ]);
    expect(facts.references.find((reference) => reference.name === "EXEC SQL PREPARE")).toMatchObject({
      resolved: "unresolved",
    });
  });
  test("CALL keeps its arguments, and CBLTDLI's function", () => {
    const facts = parse(
      withData(
        ["01 GU-FUNC PIC X(4) VALUE 'GU  '.", "01 PCB PIC X."],
        "A.",
        "    CALL 'CBLTDLI' USING GU-FUNC BY REFERENCE PCB.",
      ),
    );
    expect(only(facts, "calls").detail).toMatchObject({ using: ["GU-FUNC", "PCB"], exec: "DLI", command: "GU" });
  });
  test("a name that STRING or UNSTRING builds is not one of its parts", () => {
    const facts = parse(
      withData(
        ["01 P PIC X(3) VALUE 'ABC'.", "01 Q PIC X(8) VALUE 'A,B'.", "01 T PIC X(8).", "01 U PIC X(8)."],
        "A.",
        "    STRING P DELIMITED BY SIZE 'DEF' DELIMITED BY SIZE INTO T.",
        "    CALL T.",
        "    UNSTRING Q DELIMITED BY ',' INTO U.",
        "    CALL U.",
      ),
    );
    const calls = facts.references.filter(({ kind }) => kind === "calls");
    expect(calls.map(({ name, resolved }) => `${name} ${resolved}`)).toEqual(["T unresolved", "U unresolved"]);
  });
  test("SET pointer TO ENTRY refers to the program whose address it takes", () => {
    const facts = parse(withData(["01 P PROCEDURE-POINTER."], "A.", "    SET P TO ENTRY 'SUBP'. CALL P."));
    expect(only(facts, "references")).toMatchObject({ name: "SUBP", line: 8, detail: { verb: "SET ENTRY" } });
    expect(facts.symbols.filter(({ kind }) => kind === "entry")).toEqual([]);
  });
  test("a CALL of CBLTDLI names its segments by its search arguments", () => {
    const facts = parse(
      withData(
        [
          "01 N PIC 9 VALUE 4.",
          "01 GU-FUNC PIC X(4) VALUE 'GHU '.",
          "01 DL-FUNC PIC X(4) VALUE 'DLET'.",
          "01 IN-FUNC PIC X(4) VALUE 'ISRT'.",
          "01 PCB PIC X(8) VALUE 'NOT-THIS'.",
          "01 AREA-X PIC X(8) VALUE 'NOR-THIS'.",
          "01 SSA1.",
          "  05 SEG PIC X(8) VALUE 'CUSTROOT'.",
          "  05 REST PIC X(9) VALUE '(KEY   = '.",
          "01 SSA2 PIC X(9) VALUE 'ORDER    '.",
        ],
        "A.",
        "    CALL 'CBLTDLI' USING N GU-FUNC PCB AREA-X SSA1 SSA2.",
        "    CALL 'CBLTDLI' USING DL-FUNC PCB AREA-X SSA2.",
        "    CALL 'CBLTDLI' USING DL-FUNC PCB AREA-X.",
        "    CALL 'CBLTDLI' USING IN-FUNC PCB AREA-X SSA1 SSA2.",
      ),
    );
    expect(facts.references.filter(({ kind }) => kind !== "calls").map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "reads CUSTROOT",
      "reads ORDER",
      "deletes ORDER",
      "reads CUSTROOT",
      "inserts ORDER",
    ]);
    expect(only(facts, "reads").detail).toMatchObject({ variable: "SSA1" });
  });
  test("DL/I names its segments", () => {
    expect(
      edges(
        parse(
          program(
            "A.",
            "    EXEC DLI GU USING PCB(1) SEGMENT(ROOT) SEGMENT(CHILD) END-EXEC",
            "    EXEC DLI ISRT SEGMENT(CHILD) END-EXEC.",
          ),
        ),
        "reads",
        "inserts",
      ),
    ).toEqual(["A ROOT", "A CHILD", "A CHILD"]);
  });
});

describe("files and data", () => {
  const FILES = [
    "ENVIRONMENT DIVISION.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT IN-F ASSIGN TO UT-S-INDD.",
    "    SELECT OUT-F ASSIGN 'OUTDD' ORGANIZATION IS INDEXED",
    "      RECORD KEY IS K.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD IN-F.",
    "01 IN-R.",
    "  05 A PIC X(3).",
    "FD OUT-F.",
    "01 OUT-R PIC X(80).",
  ];
  test("a record belongs to its file, and the ddname is the last part of ASSIGN", () => {
    const facts = parse(
      fixed(
        ...HEAD,
        ...FILES,
        "PROCEDURE DIVISION.",
        "M.",
        "    OPEN INPUT IN-F OUTPUT OUT-F.",
        "    READ IN-F NEXT RECORD INTO X AT END CONTINUE.",
        "    WRITE OUT-R FROM X. REWRITE OUT-R. DELETE OUT-F.",
        "    CLOSE IN-F OUT-F.",
      ),
    );
    expect(edges(facts, "opens", "reads", "writes", "updates", "deletes", "closes")).toEqual([
      "M IN-F",
      "M OUT-F",
      "M IN-F",
      "M OUT-F",
      "M OUT-F",
      "M OUT-F",
      "M IN-F",
      "M OUT-F",
    ]);
    expect(
      facts.symbols
        .filter((symbol) => symbol.kind === "file")
        .map((symbol) => [symbol.name, symbol.detail?.["ddname"], symbol.detail?.["organization"]]),
    ).toEqual([
      ["IN-F", "INDD", "SEQUENTIAL"],
      ["OUT-F", "OUTDD", "INDEXED"],
    ]);
  });
  test("offsets and lengths follow USAGE, OCCURS, REDEFINES and the largest redefinition", () => {
    const facts = parse(
      withData(
        [
          "01 R.",
          "  05 A PIC 9(5) COMP-3.",
          "  05 B PIC S9(4) COMP.",
          "  05 C PIC 9(9) BINARY.",
          "  05 D COMP-2.",
          "  05 E PIC S9(3) SIGN LEADING SEPARATE.",
          "  05 T OCCURS 1 TO 5 DEPENDING ON N.",
          "    10 T1 PIC X(2).",
          "  05 F PIC X(4).",
          "  05 G REDEFINES F PIC X(6).",
          "  05 H PIC N(2).",
          "  66 Z RENAMES A THRU C.",
        ],
        "M.",
        "    EXIT.",
      ),
    );
    const place = (name: string) => [item(facts, name)["offset"], item(facts, name)["length"]];
    expect([
      place("A"),
      place("B"),
      place("C"),
      place("D"),
      place("E"),
      place("T1"),
      place("F"),
      place("G"),
      place("H"),
    ]).toEqual([
      [0, 3],
      [3, 2],
      [5, 4],
      [9, 8],
      [17, 4],
      [21, 2],
      [31, 4],
      [31, 6],
      [35, 4],
    ]);
    expect([
      item(facts, "R")["length"],
      item(facts, "T")["dependingOn"],
      item(facts, "T")["occurs"],
      item(facts, "Z")["renames"],
    ]).toEqual([39, "N", 5, "A"]);
  });
  test("slack keeps each occurrence aligned, and stands before a group that begins with an aligned item", () => {
    const facts = parse(
      withData(
        [
          "01 R.",
          "  05 A PIC X.",
          "  05 G.",
          "    10 B PIC S9(9) COMP SYNC.",
          "    10 C PIC X.",
          "  05 T OCCURS 3.",
          "    10 D PIC S9(4) COMP SYNC.",
          "    10 E PIC X.",
          "  05 L PIC X.",
        ],
        "M. GOBACK.",
      ),
    );
    expect(
      ["G", "B", "C", "T", "D", "L", "R"].map((name) => [item(facts, name)["offset"], item(facts, name)["length"]]),
    ).toEqual([
      [4, 5],
      [4, 4],
      [8, 1],
      [10, 4],
      [10, 2],
      [22, 1],
      [0, 23],
    ]);
  });
  test("RENAMES covers the bytes from its first item to the end of its last", () => {
    const facts = parse(
      withData(
        [
          "01 R.",
          "  05 A PIC X(4).",
          "  05 B PIC 99 OCCURS 2.",
          "  05 C PIC X.",
          "66 Z RENAMES B THRU C.",
          "66 Y RENAMES A OF R.",
        ],
        "M. GOBACK.",
      ),
    );
    expect([item(facts, "Z"), item(facts, "Y")]).toMatchObject([
      { level: 66, renames: "B", offset: 4, length: 5 },
      { level: 66, renames: "A", offset: 0, length: 4 },
    ]);
  });
  test("a cursor declared among the data reads its host variables, each the one of its group", () => {
    const facts = parse(
      withData(
        [
          "01 OTHER.",
          "  05 ID1 PIC 9.",
          "01 HV.",
          "  05 ID1 PIC 9.",
          "    EXEC SQL DECLARE C CURSOR FOR SELECT X FROM T1 A",
          "      JOIN T2 B ON A.K = B.K, T3 WHERE X IN (1, 2) AND Y = :HV.ID1 ORDER BY X, Y END-EXEC.",
        ],
        "M.",
        "    EXEC SQL SET :OTHER.ID1 = (SELECT MAX(N) FROM T4) END-EXEC.",
      ),
    );
    expect(usesOf(facts)).toEqual(["10 r ID1:8 sql", "13 w ID1:6 sql"]);
    expect(facts.references.filter(({ kind }) => kind === "selects").map(({ name }) => name)).toEqual([
      "T1",
      "T2",
      "T3",
      "T4",
    ]);
  });
  test("values are followed from item to item", () => {
    const facts = parse(
      withData(
        ["01 A PIC X.", "01 B PIC X.", "01 C PIC 9."],
        "M.",
        "    MOVE A TO B.",
        "    COMPUTE C = C + 1.",
        "    IF B = 'X' DISPLAY A.",
      ),
    );
    expect(usesOf(facts)).toEqual([
      "10 r A:5 move",
      "10 w B:6 move",
      "11 w C:7 compute",
      "11 r C:7 compute",
      "12 r B:6 test",
      "12 r A:5 test",
    ]);
    expect(movesOf(facts)).toEqual(["10 A > B", "11 C > C"]);
  });
  test("a copybook on its own gives its items or its paragraphs", () => {
    const data = copybook.parse({ path: "REC.cpy", text: fixed("01 R.", "  05 A PIC X(3).") }, library());
    const code = copybook.parse({ path: "SUB.cpy", text: fixed("SUB-PARA.", "    PERFORM ANOTHER.") }, library());
    expect([
      data.symbols.map((symbol) => `${symbol.kind} ${symbol.name}`),
      code.symbols.map((symbol) => `${symbol.kind} ${symbol.name}`),
      edges(code, "performs"),
    ]).toEqual([
      ["copybook REC", "data-item R", "data-item A"],
      ["copybook SUB", "paragraph SUB-PARA"],
      ["SUB-PARA ANOTHER"],
    ]);
  });
});

describe("uses of data", () => {
  test("a use is cited by the line of its own name, also in commands and host variables", () => {
    const facts = parse(
      withData(
        ["01  A PIC X.", "01  B PIC X.", "01  C PIC X.", "01  R PIC 9(4)."],
        "    STRING A",
        ...Array.from({ length: 6 }, () => "        'X'"),
        "        B INTO C.",
        "    EXEC CICS READ FILE('F')",
        "        RIDFLD(A)",
        "        INTO(C) RESP(R) END-EXEC.",
        "    EXEC SQL SELECT X INTO :B",
        "        FROM T WHERE K = :A END-EXEC.",
      ),
    );
    expect(usesOf(facts)).toEqual([
      "10 r A:5 string",
      "17 r B:6 string",
      "17 w C:7 string",
      "19 r A:5 exec",
      "20 w C:7 exec",
      "20 w R:8 exec",
      "22 r A:5 sql",
      "21 w B:6 sql",
    ]);
    expect(movesOf(facts)).toEqual(["17 A > C", ...Array(6).fill("17 'X' > C"), "17 B > C"]);
  });
});

describe("bad input", () => {
  const sample = withData(
    ["01 A PIC X(8) VALUE 'PGM'.", "COPY M REPLACING ==:T:== BY ==X==."],
    "S SECTION.",
    "P1.",
    "    IF A = 'X' PERFORM P2 THRU P3 ELSE CALL A END-IF.",
    "    EXEC SQL SELECT X INTO :A FROM T END-EXEC.",
    "P2.",
    "    GO TO P3.",
    "P3.",
    "    EXIT.",
  );
  const lines = sample.split("\n").length;
  test("any mutation is read without a throw, with lines inside the file", () => {
    fc.assert(
      fc.property(fc.nat(sample.length), fc.nat(40), fc.string({ maxLength: 6 }), (at, cut, put) => {
        const text = sample.slice(0, at) + put + sample.slice(at + cut);
        const facts = parse(text, { M: fixed("01 :T:-B PIC X.") });
        const last = Math.max(lines, text.split("\n").length) + 1;
        for (const symbol of facts.symbols)
          expect(symbol.start >= 1 && symbol.end >= symbol.start && symbol.end <= last).toBe(true);
        for (const reference of facts.references) expect(reference.line >= 1 && reference.line <= last).toBe(true);
      }),
      { numRuns: rounds(100) },
    );
  });
  test("binary, empty and one-line megabyte texts are read", () => {
    const bytes = Array.from({ length: 4000 }, (_, index) => String.fromCharCode((index * 7919) % 256)).join("");
    expect([
      parse(bytes).path,
      parse("").symbols.length > 0,
      parse(`${" ".repeat(7)}${"X ".repeat(400_000)}`).lines,
    ]).toEqual(["p.cbl", true, 1]);
  });
  test("an unclosed literal is a problem with its line and the rest is read", () => {
    const facts = parse(program("A.", "    DISPLAY 'NEVER CLOSED.", "    PERFORM B.", "B.", "    EXIT."));
    expect([facts.parse, facts.problems, edges(facts, "performs")]).toEqual([
      "partial",
      [{ line: 5, message: "a literal has no closing quote" }],
      ["A B"],
    ]);
  });
});
