import { expect, test } from "vitest";
import { meantPhrases, meantWords } from "./said-words.ts";
import { OF_BUSINESS } from "./spoken/business.ts";
import { OF_PORTUGUESE } from "./spoken/portuguese.ts";
import { OF_PROGRAMS } from "./spoken/programs.ts";
import { OF_RUNNING } from "./spoken/running.ts";

test("what people say means words of code, and not the other way round", () => {
  expect(meantWords("crashed", "english")).toContain("abend");
  expect(meantWords("abend", "english")).not.toContain("crashed");
  expect(meantWords("guardadas", "portuguese")).toContain("store");
});

const phrasesIn = (text: string, language: "english" | "portuguese"): readonly string[] =>
  meantPhrases(text.split(" "), language).map(({ indexes, means }) => `${indexes.join(",")} ${means[0]}`);

test("several words mean one thing in any form, with what stands between a verb and its particle", () => {
  expect(phrasesIn("when is the request turned down", "english")).toEqual(["4,5 reject"]);
  expect(phrasesIn("who turns the third request down", "english")).toEqual([]);
  expect(phrasesIn("who turns the request down", "english")).toEqual(["1,4 reject"]);
  expect(phrasesIn("correm ao mesmo tempo", "portuguese")).toEqual(["1,2,3 concurrent"]);
});

test("every row says something on both sides, in words without accents", () => {
  for (const row of [...OF_PROGRAMS, ...OF_RUNNING, ...OF_BUSINESS, ...OF_PORTUGUESE])
    expect(row).toMatch(/^[a-z_*-]+(?: [a-z_*-]+)* = [a-z0-9-]+(?: [a-z0-9-]+)*$/);
});
