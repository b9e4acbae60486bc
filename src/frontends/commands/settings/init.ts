import { existsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { typedLines } from "../../../app/report/standard-streams.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

interface InitFlags {
  readonly cd?: string;
  readonly force?: boolean;
  readonly print?: boolean;
}

const FILE = "AGENTS.md";

/** `waymark init`: a first AGENTS.md, from what is there, without a model. */
export function define(command: Command, context: CommandContext): void {
  command
    .option("-C, --cd <folder>", "the working folder")
    .option("-f, --force", "write over the file that is there")
    .option("--print", "print the text instead of writing it")
    .action(async (flags: InitFlags) => {
      const cwd = await inHouse(context, flags, (house) => house.cwd);
      const path = join(cwd, FILE);
      const { describeFolder } = await import("../../../app/knowledge/agents-file.ts");
      if (flags.print) return context.out(await describeFolder(cwd, basename(cwd)));
      if (existsSync(path) && !flags.force && !(await mayReplace(path)))
        return context.out(`${FILE} is left as it is.\n`);
      const text = await describeFolder(cwd, basename(cwd));
      writeFileSync(path, text);
      context.out(`${FILE} is written (${text.split("\n").length - 1} lines); read it and correct it.\n`);
    });
}

/** @throws {UserError} when there is nobody to ask */
async function mayReplace(path: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UserError(`${path} exists; add --force to write over it, or --print to see the text.`, EXIT.badInput);
  const lines = typedLines({ echoes: true });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.question(`${FILE} exists. Write over it? [y/N] `, resolve);
      lines.once("close", () => resolve(""));
    });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
