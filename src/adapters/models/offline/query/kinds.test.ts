import { expect, test } from "vitest";
import { keysOf } from "./kinds.ts";

test("a table is known without its schema; what datasets end in is the name of none", () => {
  expect(keysOf("CARDDEMO.CUSTOMER", "table")).toEqual(["CARDDEMO.CUSTOMER", "CUSTOMER"]);
  expect(keysOf("customer", "table")).toEqual(["CUSTOMER"]);
  expect(keysOf("HARBOR.BERTHS.KSDS", "table")).toEqual(["HARBOR.BERTHS.KSDS"]);
});
