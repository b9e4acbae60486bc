import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";
import type { Noun, Query } from "./shape.ts";

/** A noun in the words of its table, as a line. */
function nounText(noun: Noun): string {
  const { quantity, stands, count, choice, qualities, words, names, kinds } = noun;
  const chosen = choice && `${choice.isLeast ? "least" : "most"} by ${choice.by}`;
  const told = [quantity === "some" ? undefined : quantity, stands, count, chosen, ...qualities, ...words, ...names];
  return [...told, kinds.join("|")].filter((one) => one !== undefined && one !== "").join(" ");
}

function queryText(query: Query | undefined): string {
  if (!query) return "none";
  const clauses = query.clauses.map(
    ({ relation, role, other, isNegated }) => `${isNegated ? "not " : ""}${relation} ${role} ${nounText(other)}`,
  );
  const scopes = query.scopes.map(
    ({ noun, isLeftOut, preposition }) => `${isLeftOut ? "out" : preposition} ${nounText(noun)}`,
  );
  const spans = query.spans.map(({ from = "", until = "" }) => `${from}..${until}`);
  return [nounText(query.head), ...clauses, ...scopes, ...spans].join("; ");
}

test.each([
  ["Which batch programs read the account file?", "batch program; read acts account file|dataset"],
  ["Quais programas batch leem o arquivo de contas?", "batch program; read acts contas file|dataset"],
  ["Which programs does the night job run?", "program; run suffers night job"],
  ["Which programs are not started by any job?", "program; not run suffers any job"],
  ["Is there any program that no job or transaction starts?", "any program; not run suffers any job|transaction"],
  ["Is there any copybook nobody uses?", "any copybook; not use suffers any"],
  ["How many batch programs, not online ones, are there in app/cbl?", "batch !online program; in app/cbl"],
  [
    "What are the three largest programs, not counting the optional modules?",
    "3 most by size program; out optional file|folder",
  ],
  ["Which copybooks are used by only the online programs?", "copybook; use suffers only online program"],
  ["Which three copybooks are used the most?", "3 most by degree copybook; use suffers any"],
  ["Which of them are batch?", "for-before batch"],
  ["which one is the longest?", "for-kind most by size"],
  ["Does ky have any runtime dependencies?", "any runtime dependency; have suffers ky"],
  ["What changed in the last five commits?", "file; change suffers 5 most by date commit"],
  ["How many commits did Ann Lee make since January 2026?", "commit; make suffers Ann Lee; 2026-01-01.."],
  ["When was a.ts added?", "commit; add acts a.ts"],
  ["Who has made the most commits?", "1 most by degree author"],
  ["Which fields on the main screen can a user type into?", "input field; have suffers main screen"],
  ["Which files import left-pad?", "file|dataset; import acts left-pad"],
  ["Which programs use CICS and DB2?", "program; use acts online db2"],
  ["Which programs use CICS or DB2?", "program; use acts online|db2"],
  ["List the optional and peer dependencies.", "optional|peer dependency"],
  ["How many commits have there been since v1.2?", "commit; since v1.2"],
  ["How many commits have been made since the last release?", "commit; make suffers any; since most by date tag"],
  ["Which programs use the copybook with the card cross reference?", "program; use acts card xref copybook"],
  ["Que jobs apagam o ficheiro de transações?", "job; delete acts transações file|dataset"],
  ["Who added the QUERY method?", "commit; add acts QUERY function"],
  ["What did that commit touch?", "file; change suffers for-before commit"],
  ["Which programs use TIDE-REC but do not use CICS?", "program; use acts TIDE-REC; not use acts online"],
  [
    "Which copybooks does A1 use, leaving out the ones that B1 uses too?",
    "copybook; use suffers A1; not use suffers B1",
  ],
  ["Which programs read the VSAM file for tides?", "program; read acts vsam tides file|dataset"],
  ["Which jobs create a new generation?", "job; create acts gdg dataset"],
  ["Which programs read it online?", "online program; read acts for-before"],
  ["Which programs read TIDE-FILE in batch?", "batch program; read acts TIDE-FILE"],
  ["Which Python do I need?", "none"],
  ["Which are Python?", "python file"],
  ["how do the pieces of this fit together?", "none"],
  ["Which job posts the fees?", "none"],
  ["explain FEEPOST", "none"],
])("%s", (part, read) => {
  expect(queryText(readQuery(part))).toBe(read);
});

/** Kinds as they are asked for in both languages, with the same restriction behind each. */
const KINDS = [
  ["programs", "programas"],
  ["jobs", "jobs"],
  ["copybooks", "copybooks"],
  ["classes", "classes"],
  ["dependencies", "dependências"],
  ["tests", "testes"],
  ["transactions", "transações"],
] as const;

test.each(KINDS)("%s are read alike in whatever form they are asked for", (noun, portuguese) => {
  const bare = (part: string): string => queryText(readQuery(part)).replace(/^any /, "");
  const asked = [
    `Which ${noun} are there?`,
    `List the ${noun}.`,
    `How many ${noun} are there?`,
    `Are there any ${noun}?`,
    `Quais ${portuguese} existem?`,
  ];
  expect(new Set(asked.map(bare)).size).toBe(1);
  expect(bare(`Which ${noun} are there?`)).not.toBe("none");
});

test.each(KINDS)("a word of %s that has no place in a query makes it none or stays in it", (noun) => {
  for (const odd of ["gilded", "zebra-striped"]) {
    const inside = queryText(readQuery(`Which ${odd} ${noun} are there?`));
    expect(inside).toContain(odd);
    expect(queryText(readQuery(`Which ${noun} gallop over the ${odd} hill?`))).toBe("none");
  }
});

test.each([
  ["since 2026", "2026-01-01.."],
  ["after August 2025", "2025-09-01.."],
  ["before March 2024", "..2024-02-29"],
  ["in 2025", "2025-01-01..2025-12-31"],
  ["until 2024-02", "..2024-02-29"],
  ["desde janeiro de 2026", "2026-01-01.."],
])("days are told by %s", (said, span) => {
  expect(queryText(readQuery(`Which commits were made ${said}?`))).toContain(span);
});
