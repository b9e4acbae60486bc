import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** A small mainframe application that is made up from words and numbers, so that every answer about it is known. */
interface Made {
  readonly files: Readonly<Record<string, string>>;
  readonly thing: string;
  readonly code: number;
  readonly rows: number;
  readonly wait: string;
}

const THINGS = ["CRATE", "PARCEL", "BARREL", "TICKET", "LOCKER"];

const cobol = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

function madeUp(seed: number): Made {
  const thing = THINGS[seed % THINGS.length] as string;
  const short = thing.slice(0, 4);
  const [code, rows, wait] = [8 + seed, 5 + seed, `0000${1200 + seed * 100}`];
  const file = (name: string, dd: string): readonly string[] => [
    `    SELECT ${name} ASSIGN TO ${dd}`,
    `        FILE STATUS IS WS-${dd}-STATUS.`,
  ];
  const batch = cobol(
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${short}POST.`,
    "ENVIRONMENT DIVISION.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    ...file(`${thing}-FILE`, "INFILE"),
    "DATA DIVISION.",
    "FILE SECTION.",
    `FD  ${thing}-FILE.`,
    `01  ${thing}-RECORD PIC X(80).`,
    "WORKING-STORAGE SECTION.",
    "01  WS-INFILE-STATUS PIC XX.",
    "01  WS-RENT PIC 9(7)V99.",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    `    OPEN INPUT ${thing}-FILE`,
    "    IF WS-INFILE-STATUS NOT = '00'",
    `        DISPLAY 'NO ${thing} CAN BE OPENED'`,
    "        PERFORM 9000-GIVE-UP",
    "    END-IF",
    `    READ ${thing}-FILE AT END MOVE 'Y' TO WS-END END-READ`,
    "    COMPUTE WS-RENT = WS-DAYS * WS-DAILY-RATE",
    `    CLOSE ${thing}-FILE`,
    "    GOBACK.",
    "8000-NEVER.",
    "    DISPLAY 'NOBODY READS THIS HERE'.",
    "9000-GIVE-UP.",
    `    MOVE ${code} TO RETURN-CODE`,
    "    STOP RUN.",
  );
  const online = (name: string, about: string, verb: string): string =>
    cobol(
      "IDENTIFICATION DIVISION.",
      `PROGRAM-ID. ${name}.`,
      `*    ${about}`.replace("*    ", ""),
      "DATA DIVISION.",
      "WORKING-STORAGE SECTION.",
      `01  WS-MAX-ROWS PIC 9(4) VALUE ${rows}.`,
      "01  WS-MESSAGE PIC X(50).",
      "PROCEDURE DIVISION.",
      "0000-MAIN.",
      `    EXEC CICS ${verb} FILE('${short}VSM') FROM(REC) RIDFLD(KEY)`,
      "        RESP(WS-RESP) END-EXEC",
      "    EVALUATE WS-RESP",
      "        WHEN DFHRESP(NOTFND)",
      `            MOVE '${thing} number is not known here' TO WS-MESSAGE`,
      "        WHEN OTHER",
      "            MOVE 'Something else went wrong' TO WS-MESSAGE",
      "    END-EVALUATE",
      "    EXEC CICS RETURN END-EXEC.",
    ).replace(new RegExp(`^       ${about}$`, "m"), `      * ${about}`);
  const jcl = [
    `//${short}NITE JOB (1),'${thing}S AT NIGHT'`,
    "//PREPARE  EXEC PGM=SORT",
    `//SORTIN   DD DSN=HARBOR.${thing}.RAW,DISP=SHR`,
    `//SORTOUT  DD DSN=HARBOR.${thing}.READY,DISP=(NEW,CATLG)`,
    "//SYSIN    DD *",
    "  SORT FIELDS=(3,7,CH,D)",
    "/*",
    "//* Waits for so many hundredths of a second",
    "//PAUSE    EXEC PGM=PAUSER",
    "//SYSIN    DD *",
    wait,
    "/*",
    `//POST     EXEC PGM=${short}POST`,
    `//INFILE   DD DSN=HARBOR.${thing}.READY,DISP=SHR`,
    "",
  ].join("\n");
  return {
    thing,
    code,
    rows,
    wait,
    files: {
      [`cbl/${short}POST.cbl`]: batch,
      [`cbl/${short}EDIT.cbl`]: online(`${short}EDIT`, `Changes a ${thing.toLowerCase()}`, "REWRITE"),
      [`cbl/${short}DROP.cbl`]: online(`${short}DROP`, `Deletes a ${thing.toLowerCase()}`, "DELETE"),
      [`cbl/${short}LIST.cbl`]: online(`${short}LIST`, `Shows the list of ${thing.toLowerCase()}s`, "READ"),
      [`jcl/${short}NITE.jcl`]: jcl,
    },
  };
}

const made = madeUp(new Date(0).getUTCDate() + 1);
const short = made.thing.slice(0, 4);
let place: Place;

beforeAll(() => {
  place = makePlace(made.files);
});
afterAll(() => place.remove());

test.each([
  [
    `With which return code does ${short}NITE end if the ${made.thing.toLowerCase()} file cannot be opened?`,
    new RegExp(
      `IF WS-INFILE-STATUS[\\s\\S]*MOVE ${made.code} TO RETURN-CODE[\\s\\S]*${short}NITE/POST: EXEC PGM=${short}POST`,
    ),
  ],
  [
    `Which messages can ${short}POST display?`,
    new RegExp(`NO ${made.thing} CAN BE OPENED[\\s\\S]*never reached[\\s\\S]*NOBODY READS THIS HERE`),
  ],
  [
    `What message does one get when the ${made.thing.toLowerCase()} number is not known?`,
    new RegExp(`WHEN DFHRESP\\(NOTFND\\)\\n.*${made.thing} number is not known here`),
  ],
  ["How is the rent calculated?", /COMPUTE WS-RENT = WS-DAYS \* WS-DAILY-RATE/],
  [
    `How many ${made.thing.toLowerCase()}s fit on one page of the list?`,
    new RegExp(`LIST\\.cbl[\\s\\S]*WS-MAX-ROWS PIC 9\\(4\\) VALUE ${made.rows}\\.`),
  ],
  [
    `Which online programs change or delete ${short}VSM?`,
    new RegExp(`2 programs[\\s\\S]*${short}DROP: D[\\s\\S]*${short}EDIT: U`),
  ],
  [
    `Where does the input of ${short}POST come from?`,
    new RegExp(
      `${made.thing}\\.READY through DD INFILE[\\s\\S]*made or changed by ${short}NITE/PREPARE[\\s\\S]*reads HARBOR\\.${made.thing}\\.RAW[\\s\\S]*no job here makes`,
    ),
  ],
  [`How long does the ${short}NITE job wait?`, new RegExp(`DD SYSIN:\\n.{3}\\n\\d+ {2}${made.wait}`)],
  [`By which field does ${short}NITE sort?`, /SORT FIELDS=\(3,7,CH,D\)/],
  [
    `Com que código de retorno termina o ${short}POST se o ficheiro não abrir?`,
    new RegExp(
      `(?:O mais próximo nesta pasta|O que leva lá)[\\s\\S]*IF WS-INFILE-STATUS[\\s\\S]*MOVE ${made.code} TO RETURN-CODE`,
    ),
  ],
])("%s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});
