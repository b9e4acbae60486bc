import { expect, test } from "vitest";
import { writtenOut } from "./written-out.ts";

test("short forms of mainframes are written out, and no part of a name is", () => {
  expect(writtenOut("which pgm sets RC 4 when 2 users change an acct, and what is ACCT-ID or TRAN-AMT")).toBe(
    "which program sets return code 4 when two users change an account, and what is ACCT-ID or TRAN-AMT",
  );
});
