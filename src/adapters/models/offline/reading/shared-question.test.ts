import { expect, test } from "vitest";
import { readShared } from "./shared-question.ts";

const BATCH_AND_ONLINE = { noun: "copybooks", verb: "use", sides: ["batch programs", "online programs"] };

test.each([
  "which copybooks are shared between batch and online?",
  "which copybooks do both batch and online programs use?",
  "what copybooks are common to the batch and the online side?",
  "list the copybooks that batch and online share",
  "which copybooks are used by both batch and online programs",
  "how many copybooks do batch and online programs have in common?",
  "which copybooks do the batch programs and the online programs both use?",
])("%s asks for what both use", (said) => {
  expect(readShared(said)).toEqual(BATCH_AND_ONLINE);
});

test("two names are two groups", () => {
  expect(readShared("which files do both FEEPOST and BERTHINQ read?")).toEqual({
    noun: "files",
    verb: "read",
    sides: ["FEEPOST", "BERTHINQ"],
  });
});

test.each([
  "which copybooks does the batch use?",
  "which programs are batch and which are online?",
  "which programs read and write the berth file?",
  "what do batch and online have to do with each other?",
  "which programs call both RATECALC and AUDITLOG?",
  "how is state shared between tests?",
])("%s asks something else", (said) => {
  expect(readShared(said)).toBeUndefined();
});
