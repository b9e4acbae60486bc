import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** A library's estate: loans are posted in the evening, readers are looked up on a screen, books stand in a table. */
const code = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

const READER = code(
  "01  READER-RECORD.",
  "    05  READER-ID              PIC X(06).",
  "    05  READER-NAME            PIC X(25).",
  "    05  READER-TYPE            PIC X(01).",
  "        88  READER-IS-STAFF    VALUE 'S'.",
  "        88  READER-IS-GUEST    VALUE 'G'.",
  "    05  READER-DEBT            PIC S9(05)V99 COMP-3.",
  "    05  READER-DEBT-LIMIT      PIC S9(05)V99 COMP-3.",
);

const LOANPOST = code(
  "IDENTIFICATION DIVISION.",
  "PROGRAM-ID. LOANPOST.",
  "ENVIRONMENT DIVISION.",
  "INPUT-OUTPUT SECTION.",
  "FILE-CONTROL.",
  "    SELECT LOANS ASSIGN TO LOANIN.",
  "    SELECT READERS ASSIGN TO READERS",
  "        ORGANIZATION IS INDEXED RECORD KEY IS READER-ID.",
  "    SELECT REJECTED-LOANS ASSIGN TO REJOUT.",
  "DATA DIVISION.",
  "FILE SECTION.",
  "FD  LOANS.",
  "01  LOAN-RECORD.",
  "    05  LOAN-READER            PIC X(06).",
  "    05  LOAN-DAYS              PIC 9(03).",
  "FD  READERS.",
  "    COPY READER.",
  "FD  REJECTED-LOANS.",
  "01  REJECT-LINE                PIC X(80).",
  "WORKING-STORAGE SECTION.",
  "01  WS-DAY-RATE                PIC 9V99 VALUE 0.25.",
  "01  WS-END                     PIC X VALUE 'N'.",
  "    88  NO-MORE                VALUE 'Y'.",
  "01  WS-TAKEN                   PIC 9(05) VALUE ZERO.",
  "PROCEDURE DIVISION.",
  "MAIN-PART.",
  "    OPEN INPUT LOANS I-O READERS OUTPUT REJECTED-LOANS",
  "    PERFORM NEXT-LOAN",
  "    PERFORM TAKE-LOAN UNTIL NO-MORE",
  "    DISPLAY 'LOANS TAKEN: ' WS-TAKEN",
  "    GOBACK.",
  "NEXT-LOAN.",
  "    READ LOANS AT END SET NO-MORE TO TRUE END-READ.",
  "TAKE-LOAN.",
  "    MOVE LOAN-READER TO READER-ID",
  "    READ READERS",
  "        INVALID KEY",
  "            PERFORM REFUSE-LOAN",
  "        NOT INVALID KEY",
  "            COMPUTE READER-DEBT ROUNDED =",
  "                READER-DEBT + LOAN-DAYS * WS-DAY-RATE",
  "            IF READER-DEBT > READER-DEBT-LIMIT",
  "                PERFORM REFUSE-LOAN",
  "            END-IF",
  "            REWRITE READER-RECORD",
  "            ADD 1 TO WS-TAKEN",
  "    END-READ",
  "    PERFORM NEXT-LOAN.",
  "REFUSE-LOAN.",
  "    WRITE REJECT-LINE FROM LOAN-RECORD.",
  "OLD-FAREWELL.",
  "    DISPLAY 'GOODBYE'.",
);

const BROWSER = code(
  "IDENTIFICATION DIVISION.",
  "PROGRAM-ID. READLIST.",
  "* Lists the readers of the library, a page at a time.",
  "DATA DIVISION.",
  "WORKING-STORAGE SECTION.",
  "    COPY READER.",
  "PROCEDURE DIVISION.",
  "MAIN-PART.",
  "    IF READER-IS-STAFF",
  "        EXEC CICS XCTL PROGRAM('STAFFMNU') END-EXEC",
  "    ELSE",
  "        EXEC CICS XCTL PROGRAM('GUESTMNU') END-EXEC",
  "    END-IF",
  "    EVALUATE EIBAID",
  "        WHEN DFHPF8",
  "            PERFORM PAGE-FORWARD",
  "        WHEN DFHPF7",
  "            PERFORM PAGE-BACKWARD",
  "    END-EVALUATE",
  "    GOBACK.",
  "PAGE-FORWARD.",
  "    PERFORM VARYING WS-IDX FROM 1 BY 1 UNTIL WS-IDX > 12",
  "        EXEC CICS READNEXT FILE('READERS') INTO(READER-RECORD)",
  "            RIDFLD(READER-ID)",
  "        END-EXEC",
  "    END-PERFORM",
  "    MOVE 'This is the last page' TO WS-MESSAGE.",
  "PAGE-BACKWARD.",
  "    EXEC CICS READPREV FILE('READERS') INTO(READER-RECORD)",
  "        RIDFLD(READER-ID)",
  "    END-EXEC.",
);

/** Lists something that is called nearly the same. */
const TYPE_BROWSER = BROWSER.replace("READLIST", "READERTLIST")
  .replace(/readers of the library/, "types of readers")
  .replaceAll("'READERS'", "'TYPES'")
  .replace("> 12", "> 7");

/** Reads the readers and nothing else. */
const looker = (name: string): string =>
  code(
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${name}.`,
    "ENVIRONMENT DIVISION.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT READERS ASSIGN TO READERS.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD  READERS.",
    "    COPY READER.",
    "PROCEDURE DIVISION.",
    "MAIN-PART.",
    "    OPEN INPUT READERS",
    "    READ READERS",
    "    GOBACK.",
  );
const LOOKERS = Array.from({ length: 10 }, (_, index) => `LOOK${String(index).padStart(2, "0")}`);

const EVENING = [
  "//EVENING  JOB (LIB),'POST LOANS'",
  "//POST     EXEC PGM=LOANPOST",
  "//LOANIN   DD DSN=LIB.LOANS.DAY,DISP=SHR",
  "//READERS  DD DSN=LIB.READERS.KSDS,DISP=OLD",
  "//REJOUT   DD DSN=LIB.LOANS.REFUSED,DISP=(NEW,CATLG)",
  "",
].join("\n");

const BOOKS = [
  "CREATE TABLE LIB.BOOK",
  "  (BOOK_ID CHAR(8) NOT NULL,",
  "   TITLE VARCHAR(60),",
  "   PRIMARY KEY (BOOK_ID));",
  "",
].join("\n");

const FILES: Readonly<Record<string, string>> = {
  "README.md": [
    "# Library",
    "",
    "Lends books.",
    "",
    "| Program | Function |",
    "| --- | --- |",
    "| READLIST | Reader List |",
    "| READERTLIST | Reader type list and update |",
    "",
  ].join("\n"),
  "copy/READER.cpy": READER,
  "cobol/LOANPOST.cbl": LOANPOST,
  "cobol/READLIST.cbl": BROWSER,
  "cobol/READERTLIST.cbl": TYPE_BROWSER,
  ...Object.fromEntries(LOOKERS.map((name) => [`cobol/${name}.cbl`, looker(name)])),
  "jcl/EVENING.jcl": EVENING,
  "ddl/BOOK.ddl": BOOKS,
};

let library: Place;
let harbor: Place;

beforeAll(() => {
  library = makePlace();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(library.cwd, path, ".."), { recursive: true });
    writeFileSync(join(library.cwd, path), text);
  }
  harbor = makePlace();
  cpSync("examples/harbor-ledger", harbor.cwd, { recursive: true });
});
afterAll(() => {
  library.remove();
  harbor.remove();
});

const OF_LIBRARY: readonly (readonly [question: string, holds: readonly string[]])[] = [
  ["Which programs write to the readers file?", ["LOANPOST: REWRITE READER-RECORD"]],
  // So many files are read that one reply may not ask for all of them.
  ["Which programs read the readers file?", LOOKERS.map((name) => `${name}: READ READERS`)],
  [
    "Which files does the evening job read and which does it write?",
    ["R LIB.LOANS.DAY", "C LIB.LOANS.REFUSED", "RU LIB.READERS.KSDS"],
  ],
  [
    "How big is a reader record and what fields are in it?",
    ["READER-RECORD is 40 bytes long", "READER-DEBT at 32, 4 bytes: PIC S9(05)V99 PACKED"],
  ],
  [
    "How are rejected loans recorded?",
    ["SELECT REJECTED-LOANS ASSIGN TO REJOUT", "WRITE REJECT-LINE FROM LOAN-RECORD.", "LIB.LOANS.REFUSED"],
  ],
  ["Are there hard-coded rates in the programs?", ["Yes.", "WS-DAY-RATE PIC 9V99 VALUE 0.25", "cobol/LOANPOST.cbl:41"]],
  ["Where are the totals shown at the end of the run?", ["DISPLAY 'LOANS TAKEN: ' WS-TAKEN", "ADD 1 TO WS-TAKEN"]],
  ["Any paragraph nobody performs?", ["LOANPOST/OLD-FAREWELL"]],
  ["Is any amount rounded?", ["Yes.", "COMPUTE READER-DEBT ROUNDED = READER-DEBT + LOAN-DAYS * WS-DAY-RATE"]],
  ["Which DB2 tables are there and what are their columns?", ["BOOK_ID CHAR(8) NOT NULL", "TITLE VARCHAR(60)"]],
  [
    "What is the difference between a staff user and a guest user?",
    ["88 READER-IS-STAFF VALUE 'S'.", "PROGRAM('STAFFMNU')", "PROGRAM('GUESTMNU')"],
  ],
  [
    "How does paging in the reader list work?",
    ["PERFORM PAGE-FORWARD", "UNTIL WS-IDX > 12", "READNEXT FILE('READERS')", "This is the last page"],
  ],
  ["Where is the debt limit checked?", ["IF READER-DEBT > READER-DEBT-LIMIT"]],
  ["Where is the reader's debt updated?", ["COMPUTE READER-DEBT ROUNDED"]],
];

test("where what is asked of only stands in the sentence before, no list of all is told for it", async () => {
  const answer = await answerOfGuide("I want to make the debt of a reader longer. Which copybooks define it?", library);
  expect(answer).not.toMatch(/^\d+ copybooks?:/m);
  expect(answer).toContain("READER-DEBT");
});

test.each(OF_LIBRARY)("%s", async (question, holds) => {
  const answer = await answerOfGuide(question, library);
  expect(holds.filter((text) => !answer.includes(text))).toEqual([]);
});

const OF_HARBOR: readonly (readonly [question: string, holds: readonly string[]])[] = [
  ["Which programs write to the account master file?", ["FEEPOST: REWRITE BERTH-RECORD", "BERTHINQ: R BERTHS"]],
  [
    "what happens to records that are rejected? Is there a report of them?",
    ["No program here selects a file", "DISPLAY 'UNKNOWN BERTH: '"],
  ],
  [
    "does anything call another program, and which one calls which?",
    ["→ RATECALC", "→ AUDITLOG", "→ BERTHCLS", "→ BERTHINQ"],
  ],
  [
    "where is the end of file handled in the batch programs",
    ["the read that meets the end of the file sets END-OF-FEES"],
  ],
  [
    "If I make the account number longer, what do I have to touch?",
    [
      'I took "account number" as BERTH-ID',
      "FEE-BERTH-ID PIC 9(09)",
      "SORT FIELDS=(1,9,CH,A)",
      "BERTHS1/BERTHM/BERTHID",
    ],
  ],
  ["which programs would be hit if I changed the layout of the account record?", ["cobol/RATECALC.cbl:9"]],
  ["Quais programas gravam no arquivo de contas?", ["FEEPOST: REWRITE BERTH-RECORD"]],
  ["onde é calculado o saldo da conta?", ["ADD FEE-AMOUNT TO BERTH-BALANCE"]],
];

test.each(OF_HARBOR)("%s", async (question, holds) => {
  const answer = await answerOfGuide(question, harbor);
  expect(holds.filter((text) => !answer.includes(text))).toEqual([]);
});
