import { realpathSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { leadsInside } from "../../adapters/inside.ts";
import { linkedFiles } from "../../adapters/linked-files.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { fieldWords, readFrontMatter } from "../../adapters/skills/front-matter.ts";
import { partedWords } from "../../base/parted-words.ts";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { splitRules } from "../../core/permissions/rule.ts";
import { isSecretPath } from "../../engines/secrets/secret-path.ts";
import type { Rooms } from "../rooms.ts";
import { isTrusted } from "../trust/trust.ts";

/** A prompt kept in a file: `.waymark/commands/review.md` is `/review`, `.waymark/commands/git/log.md` is `/git:log`. */
export interface CustomCommand {
  readonly name: string;
  readonly summary: string;
  readonly template: string;
  readonly path: string;
  /** How its argument is written in the help. */
  readonly argumentHint: string | undefined;
  /** The model that it is for. */
  readonly model: string | undefined;
  /** Rules of what needs no question while it is worked on; only a person's own command has any. */
  readonly allow: readonly string[];
}

/** A folder of commands. */
export interface CommandFolder {
  readonly folder: string;
  /** The person's own: what it allows is allowed. */
  readonly isOwn: boolean;
  /** Before the names of its commands. */
  readonly prefix?: string;
  /** Links of its commands that lead out of this folder, or to a file of secrets, do not count. */
  readonly within?: string;
}

const COMMANDS_MAX = 500;
const NAMES_MAX = 20_000;
const FILE_CHARS_MAX = 100_000;
const SUMMARY_CHARS_MAX = 60;

/** The person's own commands, and those of this folder when it is trusted; the folder's win. */
export function customCommands(rooms: Rooms): readonly CustomCommand[] {
  return commandsOf([
    ...pluginFolders(rooms),
    ...ownFolders(rooms),
    ...(isAsTrusted(rooms) ? projectFolders(rooms) : []),
  ]);
}

/** They are read when they are used: what came into the folder after the yes (a checkout) has none. */
const isAsTrusted = ({ isTrusted: wasTrusted, isTrustedOnce, cwd, places }: Rooms): boolean =>
  wasTrusted && (isTrustedOnce || isTrusted(cwd, places));

/** What to say where the folder has such a command, which does not count because nobody trusted the folder. */
export function untrustedCommand(rooms: Rooms, name: string): Phrase | undefined {
  if (isAsTrusted(rooms) || !commandsOf(projectFolders(rooms)).some((command) => command.name === name))
    return undefined;
  return phrase`/${name} is a command of this folder, which is not trusted; --trust for once, \`waymark config trust\` for good.`;
}

/** `/PLUGIN:NAME`, and `/NAME` where no other command has it. */
function pluginFolders({ plugins }: Rooms): readonly CommandFolder[] {
  return plugins.flatMap(({ name, commands }) =>
    commands.flatMap((folder) => [
      { folder, isOwn: false },
      { folder, isOwn: false, prefix: `${name}:` },
    ]),
  );
}

function ownFolders({ places, settings, settingSources }: Rooms): readonly CommandFolder[] {
  if (!settingSources.includes("user")) return [];
  const home = settings.environment["HOME"];
  const folders = [...(home ? [join(home, ".claude", "commands")] : []), join(places.config, "commands")];
  return folders.map((folder) => ({ folder, isOwn: true }));
}

function projectFolders({ cwd, settingSources }: Rooms): readonly CommandFolder[] {
  if (!settingSources.includes("project")) return [];
  return [".claude", ".waymark"].map((name) => ({ folder: join(cwd, name, "commands"), isOwn: false, within: cwd }));
}

/** The later folder wins. */
function commandsOf(folders: readonly CommandFolder[]): readonly CustomCommand[] {
  const found = new Map<string, CustomCommand>();
  for (const folder of folders) for (const command of commandsIn(folder)) found.set(command.name, command);
  return [...found.values()].sort((left, right) => left.name.localeCompare(right.name));
}

/** The commands of one folder and of those in it. */
export function commandsIn({ folder, isOwn, prefix = "", within }: CommandFolder): readonly CustomCommand[] {
  if (folder.endsWith(".md"))
    return [readCommand(folder, prefix + basename(folder, ".md"), isOwn)].flatMap((one) => one ?? []);
  return linkedFiles(folder, { within, namesMax: NAMES_MAX })
    .filter((path) => path.endsWith(".md"))
    .slice(0, COMMANDS_MAX)
    .filter((path) => within === undefined || staysWithin(path, within))
    .flatMap((path) => {
      const name = prefix + relative(folder, path).slice(0, -3).replaceAll("\\", "/").replaceAll("/", ":");
      return readCommand(path, name, isOwn) ?? [];
    });
}

const staysWithin = (path: string, folder: string): boolean =>
  leadsInside(path, folder) && !isSecretPath(relative(realpathSync(folder), realpathSync(path)));

function readCommand(path: string, name: string, isOwn: boolean): CustomCommand | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9:_-]*$/.test(name)) return undefined;
  const file = readPlainFile(path);
  if (file.kind !== "text") return undefined;
  const { fields, body } = readFrontMatter(file.text.replaceAll("\r\n", "\n").slice(0, FILE_CHARS_MAX));
  const text = (key: string): string | undefined => fieldWords(fields[key]) || undefined;
  return {
    ...{ name, path, template: body, model: text("model"), argumentHint: text("argument-hint") },
    summary: text("description") ?? body.split("\n", 1)[0]?.slice(0, SUMMARY_CHARS_MAX) ?? "",
    allow: isOwn ? splitRules(text("allowed-tools") ?? "") : [],
  };
}

/** The prompt: `$ARGUMENTS` is all that was typed after the name, `$1` to `$9` its words. Without either, it is appended where it may be. */
export function fillTemplate(template: string, argument: string, { appends = true } = {}): string {
  const words = partedWords(argument);
  if (!/\$(?:ARGUMENTS|[1-9])/.test(template))
    return argument === "" || !appends ? template : `${template}\n\n${argument}`;
  return template.replace(/\$(ARGUMENTS|[1-9])/g, (_, name: string) =>
    name === "ARGUMENTS" ? argument : (words[Number(name) - 1] ?? ""),
  );
}
