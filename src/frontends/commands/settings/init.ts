import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { writeOutput } from "../../../app/settings/output-path.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { answered, isSomebodyThere } from "../ask-line.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

interface InitFlags {
  readonly cd?: string;
  readonly force?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

const FILE = "AGENTS.md";

/** `waymark init`: a first AGENTS.md, from what is there, without a model. */
export function define(command: Command, context: CommandContext): void {
  command
    .option("-C, --cd <folder>", "the working folder")
    .option("-f, --force", "write over the file that is there")
    .option("--print", "print the text instead of writing it")
    .option("-y, --yes", "write it without asking")
    .action(async (flags: InitFlags) => {
      const cwd = await inHouse(context, flags, (house) => house.cwd);
      const path = join(cwd, FILE);
      const { describeFolder } = await import("../../../app/knowledge/agents-file.ts");
      const isThere = existsSync(path);
      if (isThere && !flags.force && !flags.print && !isSomebodyThere()) throw wouldReplace(path);
      const text = await describeFolder(cwd, basename(cwd));
      context.out(await previewed(text, flags));
      if (flags.print) return;
      const mayWrite = isThere ? flags.force : flags.yes || !isSomebodyThere();
      if (!mayWrite && !(await agrees(isThere)))
        return context.out(isThere ? phrase`${FILE} is left as it is.\n` : phrase`${FILE} is not written.\n`);
      writeOutput(FILE, [cwd], text);
      context.out(phrase`\n${FILE} is written (${text.split("\n").length - 1} lines); read it and correct it.\n`);
    });
}

/** What a person reads is broken between words; what is written, and what a pipe is given, stays as it is. */
async function previewed(text: string, { print }: InitFlags): Promise<string> {
  if (print || !process.stdout.isTTY) return text;
  const { columnsOf } = await import("../../terminal/screen/tty.ts");
  const { wrapStyled } = await import("../../terminal/text/wrap.ts");
  return wrapStyled(text, columnsOf(process.stdout.columns)).join("\n");
}

const wouldReplace = (path: string): UserError =>
  new UserError(phrase`${path} exists; add --force to write over it, or --print to see the text.`, EXIT.badInput);

async function agrees(isThere: boolean): Promise<boolean> {
  const answer = await answered(
    spoken(isThere ? phrase`${FILE} exists. Write this over it? [y/N] ` : phrase`Write this to ${FILE}? [Y/n] `),
  );
  return isThere ? /^y(?:es)?$/.test(answer) : /^(?:y(?:es)?)?$/.test(answer);
}
