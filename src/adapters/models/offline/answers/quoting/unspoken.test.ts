import { expect, test } from "vitest";
import { unspoken } from "./unspoken.ts";

test.each([
  [["typescript", "going"], "how do I get the typescript tests going?", "a TypeScript service", []],
  [["missing"], "which programs have no test?", "tests of programs", []],
  [["request"], "how long before a request ends?", "of all requests", []],
  [["lid"], "where is the lid?", "the lids of a box", []],
  [["typing"], "what does one see after typing it?", "his typing", []],
  [["102"], "what does reason 102 mean?", "MOVE 102 TO REASON", []],
  [["wich", "particular"], "wich of them, in particular?", "one of them", []],
  [["port", "listen"], "which port does it listen on?", "a portion of the glisten", ["port", "listen"]],
  [["102"], "what does reason 102 mean?", "MOVE 1020 TO REASON", ["102"]],
  [["exchange", "dollar"], "what exchange rate has the dollar?", "the rate of a fee", ["exchange", "dollar"]],
  [["lid", "box"], "where is the lid of the box?", "LIDDED; boxer", ["lid", "box"]],
  [["parar", "meio"], "o que acontece se parar no meio?", "STOP RUN", []],
  [["parar", "tampa"], "o que acontece se a tampa parar?", "GO ON", ["parar", "tampa"]],
])("of %j in %j, where %j is shown, %j is named as unspoken", (missing, question, shown, named) => {
  expect(unspoken(missing, question, shown)).toEqual(named);
});
