import { expect, test } from "vitest";
import { ownSubcommand } from "./own-subcommand.ts";
import { readTypedLine } from "./typed-line.ts";

test("what a message says to type in a shell is done where it is typed in the session; a sentence about us is a prompt", () => {
  expect(ownSubcommand("waymark provider list")).toEqual(["provider", "list"]);
  expect(ownSubcommand('waymark mcp add docs -- npx "the docs"')).toEqual([
    "mcp",
    "add",
    "docs",
    "--",
    "npx",
    "the docs",
  ]);
  expect(ownSubcommand("waymark version")).toEqual(["--version"]);
  expect(ownSubcommand("waymark hooks trust")).toEqual(["hooks", "trust"]);
  for (const text of ["waymark is slow here", "waymark config-file is where?", "what does waymark config do?"])
    expect(ownSubcommand(text), text).toBeUndefined();
  expect(readTypedLine("waymark login groq")).toEqual({ kind: "command", name: "login", argument: "groq" });
  expect(readTypedLine("waymark logins are kept where?")).toEqual({ kind: "prompt" });
});
