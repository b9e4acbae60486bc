import fc from "fast-check";
import { expect, test } from "vitest";
import { SpokenThinking } from "./spoken-thinking.ts";

function split(pieces: readonly string[]): { readonly reasoning: string; readonly text: string } {
  const thinking = new SpokenThinking();
  const all = [...pieces.flatMap((piece) => thinking.push(piece)), ...thinking.end()];
  const of = (kind: string) => all.filter((one) => one.kind === kind).map((one) => one.text);
  return { reasoning: of("reasoning").join(""), text: of("text").join("") };
}

test.each([
  ["<think>so</think>\n\nyes", "so", "yes"],
  ["\n<think>\nso < that\n</think>yes", "\nso < that\n", "yes"],
  ["<think></think>yes", "", "yes"],
  ["<think>so</thin", "so</thin", ""],
  ["  plain", "", "  plain"],
  ["<thin", "", "<thin"],
  ["It says <think>x</think>.", "", "It says <think>x</think>."],
  ["<think>a</think>b <think>c</think>", "a", "b <think>c</think>"],
  ["", "", ""],
])("%j is thinking %j and text %j, cut anywhere", (reply, reasoning, text) => {
  expect(split([reply])).toEqual({ reasoning, text });
  expect(split([...reply])).toEqual({ reasoning, text });
});

test("no letter is lost or doubled, wherever the pieces end", () => {
  const reply = fc
    .array(fc.constantFrom("<think>", "</think>", "<", "think", "/", ">", "a ", "\n"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(reply, fc.array(fc.nat(9)), (whole, cuts) => {
      const pieces: string[] = [];
      let at = 0;
      for (const cut of cuts) {
        pieces.push(whole.slice(at, at + cut));
        at += cut;
      }
      pieces.push(whole.slice(at));
      expect(split(pieces)).toEqual(split([whole]));
    }),
  );
});

test("a reply of nothing but blanks is not held until its end", () => {
  const thinking = new SpokenThinking();
  expect(thinking.push("\n".repeat(500))).toEqual([]);
  expect(thinking.push("\n".repeat(600))).toEqual([{ kind: "text", text: "\n".repeat(1_100) }]);
});
