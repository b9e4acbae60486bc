import { expect, test } from "vitest";
import { legalLines } from "./code-lines.ts";

const HEAD = [
  "//NIGHT JOB",
  "//********",
  "//* Copyright of nobody.",
  "//* Kept as it is, without limits",
  "//*",
  "//* distributed under a license that governs how it is kept",
  "//********",
  "//* Keeps five generations of each file.",
  "//KEEP EXEC PGM=KEEP",
];

test("law is what a paragraph of a comment says that speaks of it, and not what stands below", () => {
  expect([...legalLines(HEAD)]).toEqual([2, 3, 5]);
  expect([...legalLines(["const license = read();", "// Reads it."])]).toEqual([]);
});
