import { expect, test } from "vitest";
import { withMeantWords, withMeantWordsHere } from "./misspelled-words.ts";

test.each([
  ["wher are they, and why isnt it found", "where are they, and why isn't it found", []],
  ["whats teh deafult timeout", "whats the default timeout", ["deafult default"]],
  ["hwo is it done", "how is it done", []],
  ["Waht runs, and hwat not", "What runs, and what not", []],
  ["wich progam shows it", "which program shows it", ["progam program"]],
  ["qaul programa, qunado e onde", "qual programa, quando e onde", []],
  ["in whcih fucntion does ahve stand", "in which function does ahve stand", ["fucntion function"]],
  ["wich progams rite to the master", "which programs write to the master", ["progams programs", "rite write"]],
  ["wat hapens if it is lost", "what happens if it is lost", ["hapens happens"]],
  [
    "whats the port the servce lisens on",
    "whats the port the service listens on",
    ["servce service", "lisens listens"],
  ],
  [
    "who prnts the nubmer of postd fees",
    "who prints the number of posted fees",
    ["prnts prints", "nubmer number", "postd posted"],
  ],
  ["wich program cals it, and who raeds it", "which program calls it, and who reads it", ["cals calls", "raeds reads"]],
  ["which recrods are delted", "which records are deleted", ["recrods records", "delted deleted"]],
])("%j is read as it was meant", (prompt, meant, told) => {
  const { text, taken } = withMeantWords(prompt);
  expect([text, taken.map((one) => one.join(" "))]).toEqual([meant, told]);
});

test.each([
  "where were the forms of this node, and from whom then",
  "which dose is won there, white or whole",
  'who prints "teh progam" and `hwo`',
  "does teh.ts call teh_x, TEH or --teh",
  "que registros o programa grava",
  "is a charge filed or retired, and who is waiting in the crate",
  "which points are remote, and what is handed to the stated host",
  "que erros ha no projeto, e que clientes o processo instala",
  "wat files are there",
  "which errors are logged when a commit is handled",
])("%j stays as it is", (prompt) => {
  expect(withMeantWords(prompt)).toEqual({ text: prompt, taken: [] });
});

test("two neighbouring letters of a binding word in the wrong order are that word, wherever they stand in it", () => {
  for (const word of ["what", "which", "where", "does", "quando", "quais", "about", "between"])
    for (let at = 1; at + 1 < word.length; at++) {
      const slip = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
      if (slip !== word && slip !== "dose") expect(withMeantWords(`${slip} x`).text).toBe(`${word} x`);
    }
});

test("a word that stands in this folder as it is said is no slip", () => {
  const said = (here: string): string => {
    const work = withMeantWordsHere("who rites the lid");
    let state = work.next();
    while (!state.done) state = work.next([{ text: here, failed: false }]);
    return state.value.text;
  };
  expect([said("docs/a.md\n1:last rites of a lid"), said("No matches.")]).toEqual([
    "who rites the lid",
    "who writes the lid",
  ]);
});
