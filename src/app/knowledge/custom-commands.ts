import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rooms } from "../rooms.ts";

/** A prompt kept in a file: `.waymark/commands/review.md` is `/review`, `.waymark/commands/git/log.md` is `/git:log`. */
export interface CustomCommand {
  readonly name: string;
  readonly summary: string;
  readonly template: string;
  readonly path: string;
}

const COMMANDS_MAX = 500;
const FILE_CHARS_MAX = 100_000;

/** The person's own commands, and those of this folder when it is trusted; the folder's win. */
export function customCommands({ cwd, places, isTrusted }: Rooms): readonly CustomCommand[] {
  const folders = [join(places.config, "commands"), ...(isTrusted ? [join(cwd, ".waymark", "commands")] : [])];
  const found = new Map<string, CustomCommand>();
  for (const folder of folders) for (const command of commandsIn(folder)) found.set(command.name, command);
  return [...found.values()].sort((left, right) => left.name.localeCompare(right.name));
}

function commandsIn(folder: string): readonly CustomCommand[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(".md"))
    .slice(0, COMMANDS_MAX)
    .flatMap(
      (name) => readCommand(join(folder, name), name.slice(0, -3).replaceAll("\\", "/").replaceAll("/", ":")) ?? [],
    );
}

function readCommand(path: string, name: string): CustomCommand | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9:_-]*$/.test(name)) return undefined;
  try {
    const text = readFileSync(path, "utf8")
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n")
      .slice(0, FILE_CHARS_MAX);
    const header = /^---\n([\s\S]*?)\n---\n?/.exec(text);
    const template = text.slice(header?.[0].length ?? 0).trim();
    const described = /^description:\s*["']?(.*?)["']?\s*$/m.exec(header?.[1] ?? "")?.[1];
    return { name, path, template, summary: described ?? template.split("\n", 1)[0]?.slice(0, 60) ?? "" };
  } catch {
    return undefined;
  }
}

/** The prompt: `$ARGUMENTS` is all that was typed after the name, `$1` to `$9` its words. Without either, it is appended. */
export function fillTemplate(template: string, argument: string): string {
  const words = Array.from(
    argument.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, ...parts]) => parts.find((part) => part !== undefined) ?? "",
  );
  if (!/\$(?:ARGUMENTS|[1-9])/.test(template)) return argument === "" ? template : `${template}\n\n${argument}`;
  return template.replace(/\$(ARGUMENTS|[1-9])/g, (_, name: string) =>
    name === "ARGUMENTS" ? argument : (words[Number(name) - 1] ?? ""),
  );
}
