import { basename, join, relative } from "node:path";
import { realOr } from "../../adapters/inside.ts";
import { linkedFiles } from "../../adapters/linked-files.ts";
import { plainText } from "../../adapters/read-plain-file.ts";
import { fieldWords, readFrontMatter } from "../../adapters/skills/front-matter.ts";
import { partedWords } from "../../base/parted-words.ts";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { splitRules } from "../../core/permissions/rule.ts";
import { isSecretText } from "../../engines/secrets/secret-content.ts";
import type { Rooms } from "../rooms.ts";
import { type ReadTrusted, readerOfAll } from "../trust/trust.ts";

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
  /** Of a project: how they are read, and the folder out of which, and to whose files of secrets, no link may lead. */
  readonly project?: { readonly read: ReadTrusted; readonly within: string };
}

const COMMANDS_MAX = 500;
const NAMES_MAX = 20_000;
const FILE_CHARS_MAX = 100_000;
const SUMMARY_CHARS_MAX = 60;

/** The person's own commands, and those of this folder when it is trusted; the folder's win. */
export function customCommands(rooms: Rooms): readonly CustomCommand[] {
  return commandsOf([...pluginFolders(rooms), ...ownFolders(rooms), ...projectFolders(rooms, rooms.trusted)]);
}

/** What to say where the folder has such a command, which does not count because nobody trusted the folder. */
export function untrustedCommand(rooms: Rooms, name: string): Phrase | undefined {
  const all = commandsOf(projectFolders(rooms, readerOfAll(rooms.cwd)));
  const counts = commandsOf(projectFolders(rooms, rooms.trusted));
  const isNamed = (command: CustomCommand): boolean => command.name === name;
  if (counts.some(isNamed) || !all.some(isNamed)) return undefined;
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

function projectFolders({ cwd, settingSources }: Rooms, read: ReadTrusted | undefined): readonly CommandFolder[] {
  if (read === undefined || !settingSources.includes("project")) return [];
  const project = { read, within: cwd };
  return [".claude", ".waymark"].map((name) => ({ folder: join(cwd, name, "commands"), isOwn: false, project }));
}

/** The later folder wins. */
function commandsOf(folders: readonly CommandFolder[]): readonly CustomCommand[] {
  const found = new Map<string, CustomCommand>();
  for (const folder of folders) for (const command of commandsIn(folder)) found.set(command.name, command);
  return [...found.values()].sort((left, right) => left.name.localeCompare(right.name));
}

/** The commands of one folder and of those in it. */
export function commandsIn(place: CommandFolder): readonly CustomCommand[] {
  const { folder, prefix = "", project } = place;
  if (folder.endsWith(".md"))
    return [readCommand(folder, prefix + basename(folder, ".md"), place)].flatMap((one) => one ?? []);
  return linkedFiles(folder, { within: project?.within, namesMax: NAMES_MAX })
    .filter((path) => path.endsWith(".md"))
    .slice(0, COMMANDS_MAX)
    .flatMap((path) => {
      const name = prefix + relative(folder, path).slice(0, -3).replaceAll("\\", "/").replaceAll("/", ":");
      return readCommand(path, name, place) ?? [];
    });
}

function textOf(path: string, project: CommandFolder["project"]): string | undefined {
  if (project === undefined) return plainText(path);
  const { read, within } = project;
  const file = read(path, { within });
  if (file.kind !== "text") return undefined;
  return isSecretText(relative(realOr(within), file.real ?? path), file.text) ? undefined : file.text;
}

function readCommand(path: string, name: string, { isOwn, project }: CommandFolder): CustomCommand | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9:_-]*$/.test(name)) return undefined;
  const written = textOf(path, project);
  if (written === undefined) return undefined;
  const { fields, body } = readFrontMatter(written.replaceAll("\r\n", "\n").slice(0, FILE_CHARS_MAX));
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
