import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide, askGuide } from "./asked-guide.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** An estate and a package in one folder, with a history of two people. */
let place: Place;

const MANIFEST = {
  name: "weir",
  bin: { weir: "cli.js" },
  scripts: { test: "node --test", build: "tsc" },
  devDependencies: { typescript: "^6.0.0" },
  optionalDependencies: { fsevents: "^2.3.0" },
};

const LATER: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify(MANIFEST, null, 2),
  "source/errors.ts":
    "export class WeirError extends Error {}\nexport class GateError extends WeirError {}\nexport class Gate {}\n",
  "source/gate.ts":
    "import { GateError } from './errors.js';\nexport function open(): void {\n  throw new GateError();\n}\n",
  "source/gate.test.ts":
    "// TODO: more of them\ntest('a gate', () => {});\ntest('two gates', () => {});\nconst picture = 'PIC XXX';\n",
  "extras/tide/README.md": "# Tide\n\nAn optional part that tells the tide.\n",
  "extras/tide/TIDEJOB.jcl": "//TIDEJOB  JOB (HARBOR),'TIDE'\n//TELL     EXEC PGM=TIDEPGM\n",
};

beforeAll(() => {
  place = makePlace();
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
  git("init", "-q");
  commit("Ann", "2025-03-01", "harbour");
  git("tag", "v1.0.0");
  putFiles(place.cwd, LATER);
  commit("Bob", "2026-02-01", "add tide and weir");
});
afterAll(() => place.remove());

function git(...words: readonly string[]): void {
  execFileSync("git", words, { cwd: place.cwd });
}

function commit(name: string, day: string, subject: string): void {
  const date = `${day}T12:00:00Z`;
  const person = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: "a@example.com", GIT_AUTHOR_DATE: date };
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: "a@example.com", GIT_COMMITTER_DATE: date };
  git("add", "-A");
  execFileSync("git", ["commit", "-qm", subject], { cwd: place.cwd, env: { ...process.env, ...person, ...committer } });
}

test("a list of all is not given for what is asked of some: dead code", async () => {
  const said = await answerOfGuide("dead code? any program or paragraph nobody calls", place);
  expect(said).toMatch(/8100-OLD-REPORT[^\n]*FEEPOST\.cbl:66/);
  expect(said).not.toMatch(/^\d+ files:/m);
});

test.each([
  [
    "How many jobs are there, leaving out the optional modules?",
    /1 job not in extras\/tide, which a README calls optional[\s\S]*NIGHTRUN/,
  ],
  [
    "How many programs are batch and how many are online?",
    /programs are batch\*\*\n3 programs without EXEC CICS[\s\S]*programs are online\*\*\n1 program with EXEC CICS/,
  ],
  ["how many programs use CICS and how many don't?", /do not use CICS\*\*\n3 programs without EXEC CICS, so batch/],
  [
    "when was the berth screen last changed?",
    /I took "berth screen" as BERTHINQ\. The last commits that changed cobol\/BERTHINQ\.cbl [^\n]*\(1\):\n- \S+ 2025-03-01 Ann: harbour/,
  ],
  [
    "who last changed the errors?",
    /I took "errors" as errors\. The last commits that changed source\/errors\.ts [^\n]*\(1\):\n- \S+ 2026-02-01 Bob/,
  ],
  [
    "how do I run just one test?",
    /`node --test source\/gate\.test\.ts`[\s\S]*`npm test` runs node --test — package\.json:/,
  ],
  [
    "Which batch programs are there, and which of them does no job run?",
    /3 programs without EXEC CICS[\s\S]*FEEPOST: run by NIGHTRUN\/POST[\s\S]*2 programs that no job runs[\s\S]*AUDITLOG[\s\S]*RATECALC/,
  ],
  [
    "Which program reads the berth account file, and does any program update it?",
    /BERTHINQ: EXEC CICS READ[\s\S]*Yes: 1 program that updates .*\n- FEEPOST: /,
  ],
  [
    "Which screen shows the balance and can the user type into that field?",
    /BALANCE \(bms\/BERTHS1\.bms:6\)[\s\S]*No: no field[\s\S]*a user cannot type into it/,
  ],
  [
    "Quais programas o job NIGHTRUN executa?",
    /2 programas que NIGHTRUN executa[\s\S]*SORT: sem fonte nesta pasta[\s\S]*FEEPOST/,
  ],
  ["Is there any paragraph that is never executed?", /Yes: 1 paragraph[\s\S]*8100-OLD-REPORT/],
  [
    "What breaks if I make the berth id ten digits long?",
    /I took "berth id" as BERTH-ID .*PIC 9\(10\)[\s\S]*copybooks\/BERTHREC\.cpy:3/,
  ],
  ["Which VSAM files does FEEPOST use?", /1 VSAM dataset that FEEPOST uses[\s\S]*HARBOR\.BERTHS\.KSDS/],
  [
    "Which error classes are there, and which of them extend WeirError?",
    /Classes of errors, each below what it is made from \(2\)[\s\S]*1 class that extends WeirError[\s\S]*GateError/,
  ],
  ["Which files import errors?", /1 file that imports errors[\s\S]*source\/gate\.ts/],
  ["Does weir have any runtime dependencies?", /No: no runtime dependency \(of 2\)/],
  ["Which commands does it install?", /1 command[\s\S]*weir: cli\.js/],
  ["How many optional dependencies are there?", /1 optional dependency[\s\S]*fsevents/],
  [
    "Which commit added the optional modules, and when?",
    /[0-9a-f]{7} 2026-02-01 Bob: add tide and weir — added extras\/tide/,
  ],
  ["How many commits did Ann make in 2025?", /1 commit in 2025, by Ann/],
  ["Which programs use the fee record?", /"fee" as FEE-RECORD [^\n]*\nPrograms that copy it \(3\):/],
  [
    "What was the last release, and how many commits have there been since?",
    /newest of 1 tag[\s\S]*1 commit since v1\.0\.0/,
  ],
  [
    "Who added the tide weir, and what did that commit touch?",
    /Bob: add tide and weir[\s\S]*6 files changed in the commit/,
  ],
  ["Is AUDITLOG called from anywhere?", /Yes, as the lines below show\.[\s\S]*FEEPOST\.cbl:59/],
  ["Is RATECALC unused?", /No: RATECALC is used/],
  ["who writes the berths file?", /FEEPOST: REWRITE BERTH-RECORD \[HARBOR\.BERTHS\.KSDS\]/],
  ["which programs read the berth file?", /(?=[\s\S]*BERTHINQ: EXEC CICS READ)(?=[\s\S]*FEEPOST: READ BERTH-FILE)/],
  ["Which test file is the biggest and how many tests does it have?", /2 tests in source\/gate\.test\.ts/],
  [
    "Is there any TODO?",
    /Yes, as the lines below show\.\s+TODO, FIXME, XXX and HACK here \(1\):\s+- source\/gate\.test\.ts:1/,
  ],
  [
    "What changed in the last commit, leaving out the tests?",
    /As asked: leaving out the tests\.[\s\S]*5 files changed in the commit/,
  ],
])("a question that restricts is answered by the rows it means: %s", async (question, answer) => {
  const { said, outcome } = await askGuide(question, place);
  expect(said).toMatch(answer);
  expect(outcome).toBe("done");
});

test("what a part found is what the next one speaks of, by the kind that its verb takes", async () => {
  const question = "Which programs call RATECALC, and which copybooks does it use?";
  expect(await answerOfGuide(question, place)).toMatch(
    /1 program that calls RATECALC[\s\S]*FEEPOST[\s\S]*copybooks that RATECALC uses/,
  );
});
