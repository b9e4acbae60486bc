import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { loginProvider, saveKey } from "../../app/credentials.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";
import { loadFor } from "./load-for.ts";

/** `waymark login PROVIDER`: stores a key; it is typed unseen or read from standard input, never an argument. */
export function define(command: Command, context: CommandContext): void {
  command.argument("<provider>", "the provider's id, such as openai").action(async (id: string) => {
    const provider = loginProvider(id);
    const key = (process.stdin.isTTY ? await askUnseen(`Key for ${provider.label}: `) : readFileSync(0, "utf8")).trim();
    if (key === "")
      throw new UserError(`No key came; paste it, or pipe it in: printenv KEY | waymark login ${id}.`, EXIT.badInput);
    saveKey(id, key, await loadFor(context));
    context.out(`The key for ${provider.label} is stored; \`waymark provider check ${id}\` tries it.\n`);
  });
}

/** A line from the terminal without its echo. */
function askUnseen(question: string): Promise<string> {
  return new Promise((resolve) => {
    process.stdout.write(question);
    const lines = createInterface({ input: process.stdin, terminal: true });
    // Readline writes what is typed through this method; nothing of it may appear.
    Object.assign(lines, { _writeToOutput: () => {} });
    lines.once("line", (line) => {
      lines.close();
      process.stdout.write("\n");
      resolve(line);
    });
    lines.once("close", () => resolve(""));
  });
}
