import { expect, test } from "vitest";
import { bms } from "./bms.ts";

const NO_MEMBERS = { find: () => undefined };
/** Column 72 is where a statement says that it goes on. */
const lines = (...texts: string[]) =>
  texts.map((text) => (text.endsWith("+") ? `${text.slice(0, -1).padEnd(71)}*` : text)).join("\n");

test("mapsets hold maps, maps hold fields with position, length and attributes", () => {
  const text = lines(
    "* comment",
    "SET1    DFHMSD TYPE=MAP,MODE=INOUT,+",
    "               LANG=COBOL",
    "MAP1    DFHMDI SIZE=(24,80)",
    "        DFHMDF POS=(1,1),LENGTH=5,INITIAL='It''s, (so) '",
    "NAME    DFHMDF POS=(2,7),+",
    "               LENGTH=12,ATTRB=(UNPROT,IC),+",
    "* a comment inside a continued statement+",
    "               INITIAL='a long text that runs over the column in which lines en+",
    "               d'",
    "OLD     DFHMDF POS=165,LENGTH=3",
    "MAP2    DFHMDI SIZE=(12,40)",
    "        DFHMSD TYPE=FINAL",
    "        END",
  );
  const { symbols } = bms.parse({ path: "SET1.bms", text }, NO_MEMBERS);
  expect(symbols.map(({ kind, name, owner, start, end }) => [kind, name, owner, start, end])).toEqual([
    ["mapset", "SET1", undefined, 2, 14],
    ["map", "MAP1", "mapset:SET1", 4, 11],
    ["map-field", "NAME", "mapset:SET1/map:MAP1", 6, 10],
    ["map-field", "OLD", "mapset:SET1/map:MAP1", 11, 11],
    ["map", "MAP2", "mapset:SET1", 12, 12],
  ]);
  expect(symbols[1]?.detail).toMatchObject({ size: [24, 80], fields: 3 });
  expect(symbols[2]?.detail).toMatchObject({ line: 2, column: 7, length: 12, attributes: ["UNPROT", "IC"] });
  expect(symbols[3]?.detail).toMatchObject({ line: 3, column: 6, length: 3 });
});

test("a lost continuation mark is made up for when the next line is indented", () => {
  const { symbols } = bms.parse(
    { path: "S.bms", text: "S DFHMSD TYPE=MAP\nM DFHMDI SIZE=(1,2)\nF DFHMDF POS=(3,4),\n               LENGTH=9\n" },
    NO_MEMBERS,
  );
  expect(symbols[2]).toMatchObject({ name: "F", end: 4, detail: { length: 9 } });
});
