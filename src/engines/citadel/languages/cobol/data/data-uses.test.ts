import { describe, expect, test } from "vitest";
import { type FileFacts, FLOW_COLUMNS, USE_COLUMNS } from "../../../model.ts";
import { fileUses } from "../../../queries/file-uses.ts";
import { cobol } from "../frontend.ts";

const nowhere = { find: () => undefined };
const ITEMS = "A B C D N PTR CNT".split(" ").map((name) => `77 ${name} PIC X(8).`);
const TABLE = ["01 TAB.", "  05 ROW OCCURS 9 INDEXED BY IX.", "    10 CELL PIC X."];
const GROUPS = ["01 G1.", "  05 X PIC X.", "  05 Y PIC X.", "01 G2.", "  05 Y PIC X.", "  05 Z PIC X."];

function parse(data: readonly string[], body: readonly string[], before: readonly string[] = []): FileFacts {
  const head = ["IDENTIFICATION DIVISION.", "PROGRAM-ID. P.", ...before, "DATA DIVISION.", "WORKING-STORAGE SECTION."];
  const text = [...head, ...data, "PROCEDURE DIVISION.", ...body].map((line) => `       ${line}\n`).join("");
  return cobol.parse({ path: "P.cbl", text }, nowhere);
}

/** Uses as `name access` with the number of the statement's line before them, lines counted from the first of `body`. */
function uses(...body: string[]): string {
  const data = [...ITEMS, ...TABLE, ...GROUPS];
  const first = 5 + data.length;
  const found = fileUses(parse(data, body))?.uses ?? [];
  return found.map(([name, , line, access]) => `${line - first}:${name} ${access}`).join(", ");
}

describe("which operands a statement reads and sets", () => {
  test.each([
    [["MOVE A TO B", "  C(D)."], "1:A r, 1:B w, 2:C w, 2:D r"],
    [["MOVE NOT-DECLARED TO A", "MOVE A TO NOT-DECLARED."], "1:A w, 2:A r"],
    [["ADD A TO B."], "1:A r, 1:B rw"],
    [["ADD A TO B", "  GIVING C."], "1:A r, 1:B r, 2:C w"],
    [["DIVIDE A BY B GIVING C", "  REMAINDER D."], "1:A r, 1:B r, 1:C w, 2:D w"],
    [["COMPUTE A ROUNDED B = C(IX) * (D + 1)."], "1:A w, 1:B w, 1:C r, 1:IX r, 1:D r"],
    [["SET IX UP BY N."], "1:IX rw, 1:N r"],
    [["SET A TO TRUE B TO C."], "1:A w, 1:B w, 1:C r"],
    [["INITIALIZE A B", "  REPLACING NUMERIC BY C."], "1:A w, 1:B w, 2:C r"],
    [
      ["STRING A DELIMITED BY B", "  C DELIMITED BY SIZE", "  INTO D POINTER PTR."],
      "1:A r, 1:B r, 2:C r, 3:D w, 3:PTR rw",
    ],
    [
      ["UNSTRING A DELIMITED BY ALL B", "  INTO C DELIMITER IN D", "  COUNT IN CNT CELL(IX) TALLYING IN N."],
      "1:A r, 1:B r, 2:C w, 2:D w, 3:CNT w, 3:CELL w, 3:IX r, 3:N rw",
    ],
    [["INSPECT A TALLYING N(IX) FOR ALL B CNT FOR CHARACTERS."], "1:A r, 1:N rw, 1:IX r, 1:B r, 1:CNT rw"],
    [["INSPECT A REPLACING ALL B BY C."], "1:A rw, 1:B r, 1:C r"],
    [["PERFORM VARYING N FROM A BY B", "  UNTIL N > C CONTINUE END-PERFORM."], "1:N rw, 1:A r, 1:B r, 2:N r, 2:C r"],
    [
      ["SEARCH ROW VARYING N AT END MOVE A TO B", "  WHEN CELL(IX) = C CONTINUE."],
      "1:ROW r, 1:N rw, 1:A r, 1:B w, 2:CELL r, 2:IX r, 2:C r",
    ],
    [["ACCEPT A FROM DATE.", "ACCEPT B AT LINE N."], "1:A w, 2:B w, 2:N r"],
    [["CALL A USING BY CONTENT B", "  BY REFERENCE C RETURNING D."], "1:A r, 1:B r, 2:C rw, 2:D w"],
    [["XML GENERATE A FROM G1 COUNT IN N."], "1:A w, 1:G1 r, 1:N w"],
    [["JSON PARSE A INTO G1."], "1:A r, 1:G1 w"],
    [["GO TO P1 P2 DEPENDING ON N."], "1:N r"],
    [["MOVE Y OF G2 TO Y IN G1."], "1:Y r, 1:Y w"],
  ])("%s", (body, expected) => {
    expect(uses(...body)).toBe(expected);
  });

  test("CORRESPONDING moves the items of equal names", () => {
    const { dataFlow } = parse(GROUPS, ["MOVE CORRESPONDING G1 TO G2."]);
    const { rows = [], items = [] } = dataFlow ?? {};
    expect(rows.length).toBe(FLOW_COLUMNS);
    expect([items[rows[0] as number]?.line, items[rows[1] as number]?.line]).toEqual([7, 9]);
  });

  test("keys, status and sizes are used where they are named", () => {
    const select = ["ENVIRONMENT DIVISION.", "INPUT-OUTPUT SECTION.", "FILE-CONTROL.", "SELECT F ASSIGN TO DD"];
    const clauses = ["  RECORD KEY IS A", "  ALTERNATE RECORD KEY B", "  FILE STATUS IS C."];
    const table = ["01 T.", "  05 E OCCURS 1 TO 5 DEPENDING ON N PIC X."];
    const found = fileUses(parse([...ITEMS, ...table], ["GOBACK."], [...select, ...clauses]))?.uses ?? [];
    expect(found.map(([name, , line, access]) => `${line}:${name} ${access}`)).toEqual([
      "7:A r",
      "8:B r",
      "9:C w",
      "20:N r",
    ]);
  });

  test("a contained program sees the GLOBAL items around it, and its own first", () => {
    const inner = ["IDENTIFICATION DIVISION.", "PROGRAM-ID. Q.", "DATA DIVISION.", "WORKING-STORAGE SECTION."];
    const body = [
      "MOVE SHARED TO OWN.",
      "MOVE HIDDEN TO OWN.",
      "MOVE PART TO OWN.",
      "END PROGRAM Q.",
      "END PROGRAM P.",
    ];
    const data = ["01 SHARED GLOBAL.", "  05 PART PIC X.", "01 HIDDEN PIC X.", "01 OWN PIC X GLOBAL."];
    const facts = parse(data, ["GOBACK.", ...inner, "01 OWN PIC X.", "PROCEDURE DIVISION.", ...body]);
    const found = fileUses(facts)?.uses ?? [];
    expect(found.map(([name, , , access, , line]) => `${name}:${line} ${access}`)).toEqual([
      "SHARED:5 r",
      "OWN:15 w",
      "OWN:15 w",
      "PART:6 r",
      "OWN:15 w",
    ]);
    expect(facts.symbols.filter(({ name }) => name === "PART").length).toBe(1);
  });

  test("bytes of a redefinition and of a file's records are one storage", () => {
    const { dataFlow } = parse(
      ["01 R.", "  05 A PIC X(4).", "  05 B PIC X(2).", "01 S REDEFINES R.", "  05 C PIC X(6).", "01 T PIC X."],
      ["MOVE A TO B.", "MOVE C TO T."],
    );
    const { items = [], storage = [] } = dataFlow ?? {};
    const place = (name: string): readonly number[] => {
      const at = 3 * items.findIndex((item) => item.name === name);
      return storage.slice(at, at + 3);
    };
    expect([place("A"), place("B"), place("C"), place("T")]).toEqual([
      [0, 0, 4],
      [0, 4, 2],
      [0, 0, 6],
      [1, 0, 1],
    ]);
  });

  test("garbage gives uses of declared items only, and never throws", () => {
    const words = "MOVE TO ( ) A B GIVING INTO OF IN CORR . STRING DELIMITED 'x UNTIL EXIT END FUNCTION".split(" ");
    for (let seed = 1; seed < 200; seed += 1) {
      const body = Array.from({ length: 12 }, (_, at) => words[(seed * (at + 7) * 31) % words.length]).join(" ");
      const { dataFlow } = parse(ITEMS, [body]);
      expect((dataFlow?.uses.length ?? 0) % USE_COLUMNS).toBe(0);
    }
  });
});

describe("loops and ends", () => {
  const leaves = (...body: string[]): readonly (string | boolean | undefined)[] =>
    parse(ITEMS, body)
      .symbols.filter(({ kind }) => kind === "paragraph")
      .map(({ name, detail }) => `${name} ${detail?.["leaves"] ?? false} ${detail?.["afterLeave"] ?? "-"}`);

  test("PERFORM UNTIL EXIT is a loop that EXIT PERFORM leaves, and no EXIT PERFORM itself", () => {
    expect(
      leaves(
        "P1.",
        "PERFORM UNTIL EXIT",
        "  PERFORM P2",
        "  IF A = B EXIT PERFORM END-IF",
        "END-PERFORM",
        "MOVE A TO B.",
        "P2.",
        "MOVE A TO C.",
      ),
    ).toEqual(["P1 false -", "P2 false -"]);
    expect(leaves("P1.", "PERFORM UNTIL EXIT", "  MOVE A TO B", "END-PERFORM", "MOVE A TO B.", "P2.", "EXIT.")[0]).toBe(
      "P1 false 17",
    );
  });

  test("END FUNCTION ends the unit before it, also without a period", () => {
    const facts = parse(ITEMS, [
      "P1.",
      "MOVE A TO B",
      "END PROGRAM P.",
      "",
      "IDENTIFICATION DIVISION.",
      "PROGRAM-ID. Q.",
    ]);
    expect(facts.symbols.find(({ name }) => name === "P1")?.end).toBe(14);
  });
});
