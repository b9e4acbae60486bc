import type { Command } from "commander";
import { readWholeStdin } from "../../../app/report/read-stdin.ts";
import { type ApplyEditResult, applyEdit } from "../../../app/session/apply-edit.ts";
import { readNamedFile } from "../../../app/settings/given-file.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { EDIT_FORMATS } from "../../../engines/edits/model.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

interface EditFlags {
  readonly root?: string;
  readonly format: string;
  readonly path?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `waymark edit apply [FILE|-]`. */
export function define(command: Command, context: CommandContext): void {
  command
    .command("apply [file]")
    .description("applies an edit text to files, all or nothing; - or no file reads standard input")
    .option("--root <folder>", "the folder that paths start from")
    .option("--format <format>", EDIT_FORMATS.join(", "), "auto")
    .option("--path <file>", "the file meant where the edit names none")
    .option("--dry-run", "check everything, change nothing")
    .option("--json", "print the result as JSON")
    .action(async (file: string | undefined, flags: EditFlags) => {
      const format = EDIT_FORMATS.find((candidate) => candidate === flags.format);
      if (!format)
        throw new UserError(phrase`--format is "${flags.format}"; use ${EDIT_FORMATS.join(", ")}.`, EXIT.usage);
      const input = file === undefined || file === "-" ? await readWholeStdin() : readNamedFile("The edit", file);
      const place = flags.root === undefined ? {} : { cd: flags.root };
      const result = await inHouse(context, place, ({ cwd, places }) =>
        applyEdit({
          root: cwd,
          format,
          input,
          dryRun: flags.dryRun ?? false,
          stateFolder: places.state,
          ...(flags.path === undefined ? {} : { path: flags.path }),
        }),
      );
      if (!result.ok) context.exit(EXIT.failed);
      if (flags.json) context.json(result);
      else if (result.ok) context.out(summary(result, flags.dryRun ?? false));
      else context.error(`waymark: ${[result.error.message, result.error.hint].filter(Boolean).join(" ")}\n`);
    });
}

function summary({ changes }: Extract<ApplyEditResult, { ok: true }>, isDryRun: boolean): string {
  const done = isDryRun ? "would " : "";
  return changes
    .map(({ kind, path, to, added, removed, match, unchanged }) =>
      unchanged
        ? `${path} is as the edit wants it already\n`
        : `${done}${kind} ${path}${to ? ` -> ${to}` : ""} (+${added} -${removed}, ${match})\n`,
    )
    .join("");
}
