import { expect, test } from "vitest";
import { labelOf, mapPlaces } from "./map-text.ts";

const goingOn = (text: string): string => `${text.padEnd(71)}-`;

test("places of a map stand in the order of the screen, with their texts and whether they are typed", () => {
  const places = mapPlaces([
    "* a remark",
    "SET1     DFHMSD TYPE=&SYSPARM",
    "HOLDER   DFHMDF POS=(4,20),LENGTH=30,ATTRB=PROT",
    goingOn("         DFHMDF ATTRB=(ASKIP,NORM),"),
    goingOn("               LENGTH=9,"),
    goingOn("               POS=(3,2),"),
    "               INITIAL='Berth no:'",
    "BERTHNO  DFHMDF POS=(3,12),LENGTH=9,ATTRB=(NUM,UNPROT,IC)",
  ]);
  expect(places).toEqual([
    { name: "", row: 3, column: 2, length: 9, text: "Berth no:", isTyped: false, line: 4 },
    { name: "BERTHNO", row: 3, column: 12, length: 9, text: "", isTyped: true, line: 8 },
    { name: "HOLDER", row: 4, column: 20, length: 30, text: "", isTyped: false, line: 3 },
  ]);
  expect(places.map((place) => labelOf(place, places))).toEqual(["", "Berth no", ""]);
});

test("a literal that fills the line to its last column goes on with no macro below", () => {
  const lines = [
    "         DFHMDF POS=(1,30),LENGTH=13,ATTRB=PROT,INITIAL='BERTH ACCOUNT'",
    "BERTHID  DFHMDF POS=(3,20),LENGTH=9,ATTRB=UNPROT",
  ];
  expect(mapPlaces(lines).map(({ name, text }) => [name, text])).toEqual([
    ["", "BERTH ACCOUNT"],
    ["BERTHID", ""],
  ]);
});
