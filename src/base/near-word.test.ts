import { expect, test } from "vitest";
import { nearWord, noSuchTool } from "./near-word.ts";

test.each<[string, string | undefined]>([
  ["doctr", "doctor"],
  ["dcotor", "doctor"],
  ["Sesions", "sessions"],
  ["confgi", "config"],
  ["hello", undefined],
  ["ci", undefined],
  ["explain", undefined],
])("%s was meant to be %s", (word, meant) => {
  expect(nearWord(word, ["doctor", "sessions", "config", "code", "init"])).toBe(meant);
});

test("the nearest of several is taken, the first of equals", () => {
  expect(nearWord("models", ["model", "models"])).toBe("models");
  expect(nearWord("mode", ["node", "code"])).toBe("node");
});

const MANY = [
  ...["read_file", "list_files", "search_code", "edit_file", "write_file", "shell", "shell_output", "run_checks"],
  ...["todo", "task", "task_action", "ask_user", "citadel_get_callers", "citadel_get_includes"],
];

test("where there are few tools all are named", () => {
  expect(noSuchTool("open", ["read_file", "search"])).toBe('There is no tool "open"; there are: read_file, search.');
});

test("where there are many those are named that share most words with it or are a slip away, and where all stand", () => {
  const all = `All ${MANY.length} stand in your list of tools, or in what one of them offers.`;
  expect(noSuchTool("run_tests", MANY)).toBe(`There is no tool "run_tests". Near it: run_checks. ${all}`);
  expect(noSuchTool("shel", MANY)).toBe(`There is no tool "shel". Near it: shell. ${all}`);
  expect(noSuchTool("readFiles", MANY)).toBe(`There is no tool "readFiles". Near it: read_file. ${all}`);
  expect(noSuchTool("get_callers", MANY)).toBe(`There is no tool "get_callers". Near it: citadel_get_callers. ${all}`);
  expect(noSuchTool("find_callers", MANY)).toContain("Near it: citadel_get_callers.");
  expect(noSuchTool("files", MANY)).toContain("Near it: read_file, list_files, edit_file, write_file.");
  expect(noSuchTool("launch", MANY)).toBe(`There is no tool "launch". ${all}`);
});

test("no more than a few are named, and of a long name its beginning", () => {
  const tools = Array.from({ length: 40 }, (_, at) => `get_${at}`);
  expect(noSuchTool(`get_${"x".repeat(500)}`, tools)).toBe(
    `There is no tool "get_${"x".repeat(60)}…". Near it: get_0, get_1, get_2, get_3. All 40 stand in your list of tools, or in what one of them offers.`,
  );
});
