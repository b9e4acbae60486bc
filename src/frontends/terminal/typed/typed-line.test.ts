import { expect, test } from "vitest";
import { readTypedLine } from "./typed-line.ts";

test("the first sign of a line says what it is", () => {
  const kinds = [
    "/model a/b",
    "/?",
    "?",
    "! ls",
    "# use tabs",
    "#use tabs",
    "what?",
    "#12 fails",
    "# A\nb",
    "## A",
    "#",
    "!",
  ];
  expect(kinds.map(readTypedLine)).toEqual([
    { kind: "command", name: "model", argument: "a/b" },
    { kind: "command", name: "?", argument: "" },
    { kind: "command", name: "help", argument: "" },
    { kind: "shell", command: "ls" },
    { kind: "command", name: "remember", argument: "use tabs" },
    { kind: "command", name: "remember", argument: "use tabs" },
    ...Array.from({ length: 5 }, () => ({ kind: "prompt" })),
    { kind: "command", name: "help", argument: "" },
  ]);
});

test("a word to leave with is one only alone", () => {
  const leaves = { kind: "command", name: "exit", argument: "" };
  expect(["exit", " quit ", ":q", ":wq"].map(readTypedLine)).toEqual([leaves, leaves, leaves, leaves]);
  expect(["exit the loop", "where do we quit?", "help"].map((text) => readTypedLine(text).kind)).toEqual([
    "prompt",
    "prompt",
    "prompt",
  ]);
});
