import { expect, test } from "vitest";
import { commandEnvironment } from "./environment.ts";

test("commands get no charset in which a byte of a letter may be a quote", () => {
  const given = { LANG: "zh_CN.gbk", LC_ALL: "zh_TW", LC_CTYPE: "de_DE.UTF-8", LC_TIME: "de_DE", PATH: "/usr/bin" };
  const { LANG, LC_ALL, LC_CTYPE, LC_TIME } = commandEnvironment(given);
  expect({ LANG, LC_ALL, LC_CTYPE, LC_TIME }).toEqual({
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    LC_CTYPE: "de_DE.UTF-8",
    LC_TIME: "de_DE",
  });
});
