import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide, askGuide } from "./asked-guide.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeAll(() => {
  place = makePlace();
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

test.each([
  ["What is in this folder and where does it start?", /README\.md:1-\d+[\s\S]*NIGHTRUN\.jcl:9/],
  ["which jobs write HARBOR.FEES.SORTED?", /NIGHTRUN\/SORTFEES: C HARBOR\.FEES\.SORTED .*NIGHTRUN\.jcl:5/],
  ["Quais programas usam o copybook FEEREC?", /FEEPOST.*cobol\/FEEPOST\.cbl:18/],
  ["where is formatBalance defined and who uses it?", /service\/accounts\.ts:9[\s\S]*service\/accounts\.ts:16/],
  ["how does undo work in waymark?", /docs\/guide\/undo\.md:1/],
  ["onde é calculada a tarifa?", /cobol\/RATECALC\.cbl:20 [\s\S]*COMPUTE FEE-AMOUNT/],
  [
    "What happens when a fee arrives for a berth that does not exist?",
    /Nearest in this folder:\ncobol\/FEEPOST\.cbl:[\s\S]*INVALID KEY/,
  ],
  [
    "what return code does the night job get when the fee file cannot be opened?",
    /cobol\/FEEPOST\.cbl[\s\S]*MOVE 16 TO RETURN-CODE/,
  ],
  [
    "Does the night job stop if the sort fails?",
    /^Neither yes nor no is certain.*\n.*NIGHTRUN \(1\):\n- POST is skipped if SORTFEES .*COND=.* — jcl\/NIGHTRUN\.jcl:9$/m,
  ],
  [
    "operators see fees cannot be opened, where does that come from?",
    /"FEES CANNOT BE OPENED:" stands in one place:\ncobol\/FEEPOST\.cbl:37-[\s\S]*leads to 1000-OPEN-FILES:\ncobol\/FEEPOST\.cbl:\d+/,
  ],
  ["how big is the discount?", /RATECALC\.cbl:6-6[\s\S]*VALUE \.10[\s\S]*COMPUTE FEE-AMOUNT/],
  [
    "what happens with a closed berth, in the night run and on the screen?",
    /(?=[\s\S]*RATECALC\.cbl:11-[\s\S]*MOVE ZERO)(?=[\s\S]*BERTHINQ\.cbl:10-[\s\S]*BERTHCLS)/,
  ],
  ["in waymark, how do I take back an edit it made?", /Waymark's documentation[\s\S]*waymark undo/],
  ["Which environment variable tells the web service where the gateway is?", /gateway\.ts:3-3[\s\S]*HARBOR_GATEWAY/],
  [
    "Can I use Waymark without an API key?",
    /Waymark's documentation[\s\S]*go on without one: the offline guide answers/,
  ],
  ["which programs update the berth table?", /HARBOR\.BERTHS\.KSDS, by its name[\s\S]*FEEPOST: REWRITE BERTH-RECORD/],
  ["which COBOL programs have no CICS?", /^3 COBOL programs .*\(of 4\)[\s\S]*FEEPOST — cobol\/FEEPOST\.cbl:2/m],
  ["are there any tests at all?", /No: no test, for there is none at all/],
  ["what is the biggest program?", /1 program, the longest of 4:\n- FEEPOST: 73 lines/],
  ["what can you do for me without a model?", /I am no language model/],
  ["which gilded jobs are there?", /could not narrow this to "gilded"/],
  ["hello", /explain [A-Z]+ · who calls [A-Z]+\?/],
])("without a model: %s", async (question, answer) => {
  const { said, outcome } = await askGuide(question, place);
  expect(said).toMatch(answer);
  expect(outcome).toBe("done");
});

test("what is asked on a command line is answered as in an editor", async () => {
  for (const question of ["which programs update the berth table?", "hello"]) {
    const run = await runWaymark(["-p", question, "-m", "offline/guide"], place);
    expect([run.stdout.trim(), run.code]).toEqual([(await answerOfGuide(question, place)).trim(), 0]);
  }
});

test("a name that is nowhere is not guessed, and what is nearest is named", async () => {
  const run = await runWaymark(["-p", "what does FEEPOSTS do?", "-m", "offline/guide"], place);
  expect(run.stdout).toContain("Nothing in this folder is named FEEPOSTS.\nNearest: FEEPOST");
  expect(run.code).toBe(1);
});

test("what nothing here is near to is not answered, in one line", async () => {
  const run = await runWaymark(["-p", "who may approve pull requests at our bank?", "-m", "offline/guide"], place);
  expect(run.stdout).toContain("I cannot tell whether anything here answers that.");
  expect(run.code).toBe(1);
});
