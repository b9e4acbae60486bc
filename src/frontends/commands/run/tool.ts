import type { Command } from "commander";
import { readWholeStdin } from "../../../app/report/read-stdin.ts";
import { errorText } from "../../../base/error-text.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, withPlaceFlags } from "../in-house.ts";

interface ToolFlags extends PlaceFlags {
  readonly json?: boolean;
}

/** `waymark tool list|run NAME [JSON]`: the same validation, permissions and result text as for a model. */
export function define(command: Command, context: CommandContext): void {
  withPlaceFlags(command.command("list"))
    .description("the tools that a model would be offered here")
    .option("--json", "print names, descriptions and schemas as JSON")
    .action(async (flags: ToolFlags) => {
      const tools = await inHouse(context, flags, (house) => house.offeredTools());
      if (flags.json) return context.json(tools, { indent: 2 });
      const width = Math.max(...tools.map((tool) => tool.name.length)) + 2;
      for (const tool of tools) context.out(`${tool.name.padEnd(width)}${tool.description.split(/(?<=\.)\s/)[0]}\n`);
    });
  withPlaceFlags(command.command("run <name> [json]"))
    .description("runs one tool; its input is JSON, or - for standard input")
    .option("--json", "print the result as JSON")
    .action(async (name: string, json: string | undefined, flags: ToolFlags) => {
      const input = parseInput(json === "-" ? await readWholeStdin() : (json ?? "{}"));
      const result = await inHouse(context, flags, (house) => house.callTool(name, input));
      if (flags.json) context.json(result);
      else context.data(result.text.endsWith("\n") ? result.text : `${result.text}\n`);
      if (result.failed) context.exit(EXIT.failed);
    });
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      phrase`The tool's input is not JSON (${errorText(error)}); give an object such as '{"path":"README.md"}'.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}
