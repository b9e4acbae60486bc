import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface WrittenEstate {
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

const SOURCE = /\.(?:cbl|cob|cpy|jcl|prc|bms|csd|ddl|dcl|ctl|psb|dbd|asm|mac)$/i;

/**
 * Writes copies of a real estate until it has that many lines. In each copy every member's name is another one of the
 * same length, so that no column and no line moves and the copies do not refer to each other.
 */
export function cloneEstate(source: string, target: string, linesWanted: number): WrittenEstate {
  const originals = globSync("**/*.*", { cwd: source })
    .filter((path) => SOURCE.test(path))
    .map((path) => ({ path, text: readFileSync(join(source, path), "latin1") }));
  if (originals.length === 0) throw new Error(`${source} has no mainframe source to clone`);
  const stems = new Set(
    originals
      .flatMap(({ path, text }) => [stemOf(path), ...namesIn(text)])
      .filter((stem) => /^[A-Z][A-Z0-9]{3,7}$/.test(stem)),
  );
  let [files, lines, bytes, serial] = [0, 0, 0, 0];
  for (let copy = 0; lines < linesWanted; copy += 1) {
    const names = new Map([...stems].map((stem) => [stem, nameOf(serial++, stem.length)]));
    for (const { path, text } of originals) {
      const rename = (word: string): string => names.get(word.toUpperCase()) ?? word;
      const renamed = text.replace(/[A-Za-z][A-Za-z0-9]{3,7}/g, rename);
      const place = join(
        target,
        `copy${copy}`,
        path.replace(/[^/]+$/, (name) => name.replace(/^[^.]+/, rename)),
      );
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, renamed, "latin1");
      files += 1;
      bytes += renamed.length;
      lines += renamed.split("\n").length - 1;
    }
  }
  return { files, lines, bytes };
}

/** Programs, transactions, maps, mapsets, groups, files, jobs and databases that a text defines, and the middle parts of its dataset names. */
function namesIn(text: string): string[] {
  const patterns = [
    /(?:TRANSACTION|TRANSID|MAPSET|MAP|PROGRAM|GROUP|FILE|DATASET)\s*\(\s*'?([A-Z0-9]{4,8})'?\s*\)/g,
    /^([A-Z0-9]{4,8})\s+DFHM(?:SD|DI)\b/gm,
    /^\/\/([A-Z0-9]{4,8})\s+JOB\b/gm,
    /\bDSN=[A-Z0-9]+\.[A-Z0-9]+\.([A-Z0-9]{4,8})\./g,
    /'(C[A-Z][A-Z0-9]{2})'/g,
    /\b(?:DBD|PSB|SEGM)\s+.*?NAME=([A-Z0-9]{4,8})\b/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}

const stemOf = (path: string): string => (path.split("/").pop() ?? "").replace(/\..*$/, "").toUpperCase();

/** A name that no source has: Q, then digits of base 36. Four letters give room for 46,656 names. */
const nameOf = (serial: number, length: number): string => {
  const digits = (serial % 36 ** (length - 1)).toString(36).toUpperCase();
  return `Q${digits.padStart(length - 1, "0")}`;
};

/** Writes an estate out of nothing: groups of programs with a copybook, a screen and a job for each. */
export function writeEstate(target: string, linesWanted: number): WrittenEstate {
  let [files, lines, bytes] = [0, 0, 0];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
    files += 1;
    bytes += text.length;
    lines += text.split("\n").length - 1;
  };
  for (let group = 0; lines < linesWanted; group += 1) {
    const id = String(group).padStart(5, "0");
    const folder = `system${Math.floor(group / 50)}`;
    write(`${folder}/cpy/RC${id}.cpy`, record(id));
    for (const letter of "ABCDEFGH") write(`${folder}/cbl/P${letter}${id}.cbl`, program(id, letter));
    write(`${folder}/jcl/J${id}.jcl`, job(id));
  }
  return { files, lines, bytes };
}

const FIELDS = 40;
const PARAGRAPHS = 60;
const cobol = (line: string): string => `       ${line}\n`;

function record(id: string): string {
  const fields = Array.from({ length: FIELDS }, (_, index) =>
    cobol(`    05  F${index}-${id}            PIC ${index % 3 === 0 ? "S9(7)V99 COMP-3" : `X(${(index % 9) + 4})`}.`),
  );
  return cobol(`01  REC-${id}.`) + fields.join("");
}

function program(id: string, letter: string): string {
  const next = letter === "H" ? undefined : `P${String.fromCharCode(letter.charCodeAt(0) + 1)}${id}`;
  const lines = [
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. P${letter}${id}.`,
    "ENVIRONMENT DIVISION.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT IN-FILE ASSIGN TO INDD.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD  IN-FILE.",
    "01  IN-RECORD                 PIC X(400).",
    "WORKING-STORAGE SECTION.",
    `COPY RC${id}.`,
    ...Array.from(
      { length: 120 },
      (_, index) => `01  WS-${index}                    PIC X(${(index % 30) + 1}) VALUE SPACES.`,
    ),
    "01  WS-PGM                    PIC X(8).",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    OPEN INPUT IN-FILE.",
    "    PERFORM 1000-STEP THRU 1000-EXIT UNTIL WS-1 = 'Y'.",
    ...(next === undefined ? [] : [`    MOVE '${next}' TO WS-PGM.`, "    CALL WS-PGM USING IN-RECORD."]),
    "    CLOSE IN-FILE.",
    "    GOBACK.",
    "1000-STEP.",
    "    READ IN-FILE AT END MOVE 'Y' TO WS-1 GO TO 1000-EXIT.",
    ...Array.from({ length: PARAGRAPHS }, (_, index) => `    PERFORM ${2000 + index}-PART.`),
    "1000-EXIT.",
    "    EXIT.",
    ...Array.from({ length: PARAGRAPHS }, (_, index) => [
      `${2000 + index}-PART.`,
      `    MOVE F${index % FIELDS}-${id} TO WS-${index + 2}`,
      `    IF WS-${index + 3} = 'A' OR WS-${index + 4} > 'B'`,
      `        ADD 1 TO F${(index * 3) % FIELDS}-${id}`,
      "    ELSE",
      `        MOVE WS-${index + 5} TO WS-${index + 6}`,
      `        STRING WS-${index} DELIMITED BY SIZE INTO WS-${index + 7}`,
      "    END-IF",
      `    EVALUATE WS-${index + 8}`,
      `        WHEN 'X' MOVE 'Z' TO WS-${index + 9}`,
      "        WHEN OTHER CONTINUE",
      "    END-EVALUATE.",
    ]).flat(),
  ];
  return lines.map(cobol).join("");
}

function job(id: string): string {
  const steps = [..."ABCDEFGH"].flatMap((letter, index) => [
    `//STEP${index}   EXEC PGM=P${letter}${id}`,
    `//INDD     DD DSN=PROD.D${id}.FILE${index},DISP=SHR`,
  ]);
  return [`//J${id}   JOB (ACCT),'BENCH'`, ...steps, ""].join("\n");
}
