import { expect, test } from "vitest";
import { asAskedOf, asListed, asMeaning, asMissing, asTyping, withoutManner } from "./reworded.ts";

test.each([
  "is there any program that gets called but nobody has written?",
  "are there programs that are called but don't exist here?",
  "are there any programs which are called but were never written?",
  "is there a module that is invoked but has no source?",
  "do we have programs that are linked to but aren't in this folder?",
])("%s asks whether sources are missing", (said) => {
  expect(asMissing(said)).toBe("are there missing programs?");
});

test.each([
  ["calls to programs whose source is missing", "programs"],
  ["which program is named in the code but not here?", "programs"],
  ["which programs are not in this folder but are called?", "programs"],
  ["which programs are run by jobs but cannot be found?", "programs"],
  ["list calls to routines that nobody wrote", "programs"],
  ["which copybooks are copied but not here, and are missing?", undefined],
  ["which copybooks are copied but are not here?", "copybooks"],
] as const)("%s asks which sources are missing", (said, noun) => {
  expect(asMissing(said)).toBe(noun === undefined ? said : `which ${noun} are missing?`);
});

test.each([
  "which programs are never called?",
  "which programs are called but do not read a file?",
  "is there any program that gets called but never closes its files?",
  "who calls RATECALC?",
  "what happens if the program that is called is missing?",
  "which fields are used but have no value?",
])("%s asks something else", (said) => {
  expect(asMissing(said)).toBe(said);
});

test.each([
  ["does the lid screen let anyone change the weight?", "can the user type into the weight field on the lid screen?"],
  [
    "can the clerk overtype the lid weight on the lid list screen?",
    "can the user type into the lid weight field on the lid list screen?",
  ],
  ["is the weight editable on the lid screen?", "can the user type into the weight field on the lid screen?"],
  ["can the weight be changed on the lid screen?", "can the user type into the weight field on the lid screen?"],
  ["can the weight be changed by the lid program?", "can the weight be changed by the lid program?"],
])("%s asks whether a field takes input, or not", (said, asked) => {
  expect(asTyping(said)).toBe(asked);
});

test.each([
  ["BOXJOB ended with return code 4. Is that bad, what does it mean?", "what does return code 4 of BOXJOB mean?"],
  ["the job BOXJOB finished with RC=8, should I worry?", "what does return code 8 of BOXJOB mean?"],
  ["BOXJOB terminou com código de retorno 4, é grave?", "what does return code 4 of BOXJOB mean?"],
  ["which jobs ended with return code 4?", "which jobs ended with return code 4?"],
])("%s asks what the code means, or something else", (said, asked) => {
  expect(asMeaning(said)).toBe(asked);
});

test.each([
  ["what is this repo in two sentences, who is it for?", "what is this repo, who is it for?"],
  ["explain BOX in plain english", "explain BOX"],
  ["o que faz isto em duas frases?", "o que faz isto?"],
  ["where is the lid said in one line of the file?", "where is the lid said in one line of the file?"],
  ["what is the longest of these in words?", "what is the longest of these in words?"],
])("how long an answer shall be is no word of what is asked: %s", (said, asked) => {
  expect(withoutManner(said)).toBe(asked);
});

test.each([
  ["how many lines has QUAYPOST?", "how many lines does QUAYPOST have?"],
  ["and how many entry points has the lock program", "and how many entry points does the lock program have"],
  ["how many programs have no caller?", "how many programs have no caller?"],
])("%s asks of what stands behind", (said, asked) => {
  expect(asAskedOf(said)).toBe(asked);
});

test.each([
  ["I need every program that writes the lids.", "list every program that writes the lids."],
  ["we'd like to have a complete list of the lids", "list the lids"],
  ["I need to lift a lid", "I need to lift a lid"],
  ["I want the lid", "I want the lid"],
])("%s wishes for all of something, or not", (said, asked) => {
  expect(asListed(said)).toBe(asked);
});
