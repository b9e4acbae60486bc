import { globSync, readFileSync } from "node:fs";
import { Command, type Option } from "commander";
import { expect, test } from "vitest";
import type { CommandContext } from "../src/frontends/commands/command.ts";
import { commandInOurWords, flagsInOurWords, optionsFor } from "../src/frontends/commands/habits.ts";
import { COMMANDS } from "../src/frontends/commands/index.ts";
import { defineRunOptions } from "../src/frontends/commands/run/run-options.ts";
import { isCommand } from "../src/frontends/commands/slip.ts";

/** What stands in the README and the guide as `waymark …`, in a block or in a sentence, names what there is. */
const PAGES = ["README.md", ...globSync("docs/guide/**/*.md").sort()];
const VARIABLES = "(?:[A-Z_]+=\\S+ )*";
const IN_BLOCK = new RegExp(`^(?: {4}|\\$ )?(${VARIABLES}waymark(?: .*)?)$`, "gm");
const IN_SENTENCE = new RegExp(`\`(${VARIABLES}waymark(?: [^\`\\n]*)?)\``, "g");
const silent = (): void => {};
const context: CommandContext = {
  ...{ environment: {}, cwd: ".", version: "", commands: COMMANDS },
  ...{ out: silent, data: silent, taken: async () => {}, json: silent, error: silent, exit: silent },
};

/** A walk tells of slips, too: its rows begin with the minute. */
const OF_A_WALK = /^\| \d+ \|.*$/gm;

function commandsOf(page: string): readonly string[] {
  const text = page.replace(OF_A_WALK, "");
  return [IN_BLOCK, IN_SENTENCE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, command = ""]) => command));
}

/** What of a command there is not: a subcommand, or a flag. */
async function strangeIn(command: string): Promise<readonly string[]> {
  // Behind two blanks it says what the command does, behind -- stand the words of another program.
  const typed = command.split(/ {2}| #| -- |\s[|>&;]/)[0]?.replace(new RegExp(`^${VARIABLES}waymark ?`), "");
  const words = [...(typed ?? "").matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word);
  const [first = "", ...rest] = commandInOurWords(words, isCommand);
  const entry = COMMANDS.find(({ name }) => name === first);
  const defined = new Command(first);
  if (entry) (await entry.load()).define(defined, context);
  else defineRunOptions(defined);
  const given = entry ? rest : words;
  // `list|show` names both; capitals and … stand for what a reader puts there.
  const children = defined.commands.length === 0 ? [] : (given.find((word) => /^[a-z]/.test(word)) ?? "").split("|");
  const names = defined.commands.map((child) => child.name());
  const flags = flagsInOurWords(given, optionsFor(defined, given)).filter((word) => /^--?[a-zA-Z]/.test(word));
  const known: readonly Option[] = [
    ...defined.options,
    ...(defined.commands.find((child) => child.name() === children[0])?.options ?? []),
  ];
  return [
    ...children.filter((name) => name !== "" && !names.includes(name)),
    ...flags.filter((flag) => flag !== "--help" && !known.some(({ long, short }) => isOf(flag, long, short))),
  ].map((strange) => `${command}: ${strange}`);
}

const isOf = (flag: string, ...names: readonly (string | undefined)[]): boolean =>
  names.includes(flag.split("=", 1)[0]);

test.each(PAGES)("each command of %s names subcommands and flags that there are", async (page) => {
  const found = await Promise.all(commandsOf(readFileSync(page, "utf8")).map(strangeIn));
  expect(found.flat()).toEqual([]);
});

test("the gate sees commands of blocks and sentences, and what there is not", async () => {
  const text =
    'Type `waymark plan lst`.\n\n    A=b waymark -p "it" --outpt json | sort\n\n$ waymark sessions list|fsck --all # all\n';
  const commands = commandsOf(text);
  expect(commands.toSorted()).toEqual([
    'A=b waymark -p "it" --outpt json | sort',
    "waymark plan lst",
    "waymark sessions list|fsck --all # all",
  ]);
  const found = await Promise.all(commands.map(strangeIn));
  expect(found.flat().toSorted()).toEqual([
    'A=b waymark -p "it" --outpt json | sort: --outpt',
    "waymark plan lst: lst",
  ]);
});
