import { expect, test } from "vitest";
import { withMeantWords } from "./misspelled-words.ts";

test.each([
  ["whats teh deafult timeout", "whats the default timeout", ["deafult default"]],
  ["hwo is it done", "how is it done", []],
  ["Waht runs, and hwat not", "What runs, and what not", []],
  ["wich progam shows it", "which program shows it", ["progam program"]],
  ["qaul programa, qunado e onde", "qual programa, quando e onde", []],
  ["in whcih fucntion does ahve stand", "in which function does ahve stand", ["fucntion function"]],
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
