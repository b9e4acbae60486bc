import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT, UserError } from "../../src/base/user-error.ts";
import type { CommandContext } from "../../src/frontends/commands/command.ts";
import { runCommandLine } from "../../src/frontends/commands/command-line.ts";
import { COMMANDS } from "../../src/frontends/commands/index.ts";
import { define as defineRun } from "../../src/frontends/commands/run/run.ts";
import { inTurn } from "../rounds.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

/** Sets a title, clears the screen, by an escape and by a C1 control, deletes, and turns the direction of what follows. */
const HOSTILE = "x\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\u202egnp.\u2066y";
/** Tab, line feed and carriage return move nothing that was written on another line. */
const ACTS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

let place: Place;
beforeAll(() => {
  place = makePlace({
    [`${HOSTILE}.ts`]: "export const answer = 42;\n",
    [`src/${HOSTILE}/a.ts`]: `import { answer } from "../../${HOSTILE}";\n`,
    [`skills/${HOSTILE}/SKILL.md`]: `---\nname: ${HOSTILE}\ndescription: ${HOSTILE}\n---\n${HOSTILE}\n`,
    ".waymark/config.json": JSON.stringify({ model: HOSTILE, [HOSTILE]: 1 }),
    "answer.json": JSON.stringify({ replies: [{ text: "Done." }] }),
  });
  const own = join(place.home, "waymark");
  mkdirSync(join(own, "config"), { recursive: true });
  const settings = { permissions: { deny: [`read_file(${HOSTILE})`] }, [HOSTILE]: HOSTILE };
  writeFileSync(join(own, "config", "config.json"), JSON.stringify(settings));
});
afterAll(() => place.remove());

const NOWHERE: CommandContext = {
  ...{ environment: {}, cwd: ".", version: "", commands: COMMANDS },
  ...{ out: () => {}, data: () => {}, taken: async () => {}, json: () => {}, error: () => {}, exit: () => {} },
};

/** Commands that write data by themselves; the JSON of all others is written by `handJson`, which is tried with the first of them. */
const WRITERS = new Set(
  globSync(join(import.meta.dirname, "../../src/frontends/commands/**/*.ts"))
    .filter((file) => /\bdata\(/.test(readFileSync(file, "utf8")))
    .map((file) => basename(file).split(/[-.]/)[0]),
);

/**
 * Every subcommand with a hostile name in each of its places, and with each of its options once, and what it does not take. An option that many have by one
 * definition is tried with the first: each of them tells of its own places before it looks at that.
 */
async function invocations(): Promise<Invocations> {
  const found: (readonly string[])[] = [];
  const refused: (readonly string[])[] = [];
  const defined = new Set<string>();
  const visit = (command: Command, words: readonly string[]): void => {
    for (const child of command.commands) visit(child, [...words, child.name()]);
    if (command.commands.length > 0) return;
    const places = command.registeredArguments.map(() => HOSTILE);
    found.push([...words, ...places]);
    for (const option of command.options) {
      const flag = option.long ?? option.short ?? "";
      // A server that listens has no end of its own.
      if (flag === "--listen") continue;
      const definition = `${option.flags} ${option.description}`;
      if (defined.has(definition) && !(flag === "--json" && WRITERS.has(words[0] ?? ""))) continue;
      defined.add(definition);
      found.push([...words, ...places, option.required || option.optional ? `${flag}=${HOSTILE}` : flag]);
    }
    const mistaken = [...words, `--${HOSTILE}`];
    // A word too many is there one more.
    if (command.registeredArguments.some(({ variadic }) => variadic)) found.push(mistaken);
    else refused.push(mistaken, [...words, ...places, HOSTILE, HOSTILE]);
  };
  for (const entry of COMMANDS) {
    const command = new Command(entry.name);
    (await entry.load()).define(command, NOWHERE);
    visit(command, [entry.name]);
    if (command.registeredArguments.length !== 1) found.push([entry.name, HOSTILE]);
  }
  found.push(["-C", HOSTILE, "doctor"]);
  const run = new Command("waymark");
  defineRun(run, NOWHERE);
  for (const option of run.options)
    if (option.required) found.push(["-p", "x", "-m", "scripted/answer.json", `${option.long}=${HOSTILE}`]);
  return { found, refused };
}

interface Invocations {
  readonly found: readonly (readonly string[])[];
  /** With a word or an option that the subcommand does not take. */
  readonly refused: readonly (readonly string[])[];
}

test("nothing acts on a terminal, whatever hostile name stands in any place of any subcommand", {
  timeout: 600_000,
}, async () => {
  const { found, refused } = await invocations();
  expect(found.length).toBeGreaterThan(150);
  expect(refused.length).toBeGreaterThan(100);
  expect(WRITERS).toContain("code");
  const wrong: string[] = [];
  // What no subcommand takes is refused by one parser for all of them, see below.
  const queue = [...inTurn(8, found), ...refused.slice(0, 4)];
  const worker = async (): Promise<void> => {
    for (let args = queue.pop(); args !== undefined; args = queue.pop()) {
      const run = await runWaymark(args, place);
      if (ACTS.test(run.stdout) || ACTS.test(run.stderr))
        wrong.push(JSON.stringify({ args, stdout: run.stdout.slice(0, 400), stderr: run.stderr.slice(0, 400) }));
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(wrong).toEqual([]);
});

test("what no subcommand takes is refused before it writes anything, by an error that the program alone writes", async () => {
  const { refused } = await invocations();
  const environment = { HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") };
  const written: string[] = [];
  const take = (text: unknown): void => void written.push(String(text));
  const context = { ...NOWHERE, environment, cwd: place.cwd, out: take, data: take, json: take, error: take };
  for (const args of refused) {
    const end = await runCommandLine(args, context).catch((error: unknown) => error);
    expect(end, JSON.stringify(args)).toMatchObject({ exitCode: EXIT.usage });
    expect(end).toBeInstanceOf(UserError);
  }
  expect(written).toEqual([]);
});
