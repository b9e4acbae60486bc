import { expect, test } from "vitest";
import { columnsOf } from "./tty.ts";

test("a terminal without a size is taken for one of 80 columns", () => {
  expect([0, undefined, 120, 4].map(columnsOf)).toEqual([80, 80, 120, 10]);
});
