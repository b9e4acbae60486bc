import type { Command } from "commander";
import type { CheckedCommand } from "../../../app/permissions/check-command.ts";
import { readWholeStdin } from "../../../app/report/read-stdin.ts";
import { readNamedFile } from "../../../app/settings/given-file.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import { errorText } from "../../../base/error-text.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, withPlaceFlags } from "../in-house.ts";

interface PolicyFlags extends PlaceFlags {
  readonly mode?: string;
  readonly rules?: string;
  readonly json?: boolean;
}

/** `waymark policy check [--] COMMAND…`: the verdict on a command line and what gave it. */
export function define(command: Command, context: CommandContext): void {
  withPlaceFlags(command.command("check [command...]"))
    .description("the verdict on a shell command; - reads it from standard input")
    .option("--mode <mode>", "the same as --permission-mode")
    .option("--rules <file>", 'a JSON file {"allow": […], "ask": […], "deny": […]}')
    .option("--json", "print JSON")
    .action(async (words: readonly string[], flags: PolicyFlags) => {
      const text = await commandOf(words);
      const check = {
        ...(flags.mode === undefined ? {} : { mode: flags.mode }),
        ...(flags.rules === undefined ? {} : { rules: readRules(flags.rules) }),
      };
      const verdict = await inHouse(context, flags, (house) => house.checkCommand(text, check));
      if (flags.json) return context.json(verdict);
      context.out(verdictText(verdict));
    });
}

/** @throws {UserError} when there is none */
async function commandOf(words: readonly string[]): Promise<string> {
  const isPiped = words.length === 1 && words[0] === "-";
  const text = isPiped ? (await readWholeStdin()).replace(/\n$/, "") : words.join(" ");
  if (text.trim() === "") throw new UserError(phrase`There is no command to judge; write it after --.`, EXIT.usage);
  return text;
}

function verdictText({ verdict, reason, rule, segments, proposal, effective }: CheckedCommand): string {
  const rows = segments.map((one) => `  ${one.verdict.padEnd(5)} ${one.class.padEnd(13)} ${one.command}\n`);
  const allowed = proposal === undefined ? "" : `Allowed by: ${proposal}\n`;
  const here = effective.verdict === verdict ? "" : `Here: ${effective.verdict}: ${spokenRecorded(effective.reason)}\n`;
  const { alone } = effective;
  const unasked =
    alone.verdict === effective.verdict
      ? ""
      : `With nobody to ask: ${alone.verdict}: ${spokenRecorded(alone.reason)}\n`;
  return `${verdict}: ${spokenRecorded(reason)}${rule ? ` (${rule})` : ""}\n${rows.join("")}${allowed}${here}${unasked}`;
}

function readRules(path: string): unknown {
  const text = readNamedFile("--rules", path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      phrase`--rules ${path} cannot be read as JSON (${errorText(error)}); mend the file.`,
      EXIT.badInput,
      {
        cause: error,
      },
    );
  }
}
