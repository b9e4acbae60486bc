import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { runToolOnce, toolbox } from "../../../app/run-tool-once.ts";
import { errorText } from "../../../base/error-text.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { splitRules } from "../../../core/permissions/rule.ts";
import { terminalStreams } from "../../headless/terminal-streams.ts";
import type { CommandContext } from "../command.ts";
import { workingFolder } from "../working-folder.ts";

interface ToolFlags {
  readonly cd?: string;
  readonly json?: boolean;
  readonly allowedTools?: readonly string[];
  readonly permissionMode?: string;
  readonly sandbox?: string;
  readonly addDir?: readonly string[];
}

/** `waymark tool list|run NAME [JSON]`: the same validation, permissions and result text as for a model. */
export function define(command: Command, context: CommandContext): void {
  const gather = (value: string, previous: readonly string[] = []): readonly string[] => [
    ...previous,
    ...splitRules(value),
  ];
  command
    .command("list")
    .description("the tools that a model would be offered here")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print names, descriptions and schemas as JSON")
    .action(async (flags: ToolFlags) => {
      const tools = await toolbox({ cwd: workingFolder(context.cwd, flags.cd), environment: context.environment });
      if (flags.json) return context.out(`${JSON.stringify(tools, undefined, 2)}\n`);
      const width = Math.max(...tools.map((tool) => tool.name.length)) + 2;
      for (const tool of tools) context.out(`${tool.name.padEnd(width)}${tool.description.split(/(?<=\.)\s/)[0]}\n`);
    });
  command
    .command("run <name> [json]")
    .description("runs one tool; its input is JSON, or - for standard input")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print the result as JSON")
    .option("--allowedTools <rules>", "rules that allow; may be given again", gather)
    .option("--permission-mode <mode>", "default, plan, acceptEdits, dontAsk or bypassPermissions")
    .option("--sandbox <mode>", "read-only, workspace-write or off")
    .option(
      "--add-dir <folder>",
      "one more folder; may be given again",
      (value: string, previous: readonly string[] = []) => [...previous, value],
    )
    .action(async (name: string, json: string | undefined, flags: ToolFlags) => {
      const result = await runToolOnce({
        cwd: workingFolder(context.cwd, flags.cd),
        environment: context.environment,
        version: context.version,
        name,
        input: parseInput(json === "-" ? readFileSync(0, "utf8") : (json ?? "{}")),
        flags: {
          permissionMode: flags.permissionMode,
          sandbox: flags.sandbox,
          addDirs: flags.addDir,
          permissions: flags.allowedTools ? { allow: flags.allowedTools } : undefined,
        },
      });
      const { out } = await terminalStreams({ out: context.out, error: context.error });
      out(flags.json ? `${JSON.stringify(result)}\n` : result.text.endsWith("\n") ? result.text : `${result.text}\n`);
      if (result.failed) context.exit(EXIT.failed);
    });
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `The tool's input is not JSON (${errorText(error)}); give an object such as '{"path":"README.md"}'.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}
