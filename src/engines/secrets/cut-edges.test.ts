import { expect, test } from "vitest";
import { afterCut, beforeCut } from "./cut-edges.ts";

const ROW = "S/lKQ2kBYqnRLLuNdvJcMIIEowIBAAKCAQEA7bq8Zx1Kabcdefgh7QpR";

test("what stands at a cut and may be a part of a secret is masked, and words are not", () => {
  expect(beforeCut("token: ghp_NqVwYS81VP7Hb1DX8pPd5")).toBe("token: [redacted part]");
  expect(afterCut("b1DX8pPd5khxE3pyIgKpaUnA rest\nmore")).toBe("[redacted part] rest\nmore");
  expect(beforeCut("internationalization")).toBe("internationalization");
  expect(afterCut("tests passed\nall of them\n")).toBe("tests passed\nall of them\n");
});

test("rows of a key whose beginning was cut off are masked up to the first other line", () => {
  expect(afterCut(`${ROW}\n${ROW}\n-----END X-----\n${ROW}\n`)).toBe(
    `[redacted part]\n[redacted part]\n-----END X-----\n${ROW}\n`,
  );
});
