import { type GitSetting, parseGitConfig, startsProgram } from "../git-settings.ts";
import type { GitSettingsWrite } from "../programs/git/git-settings-written.ts";

const OF_BRANCH = /^branch\.[\s\S]+\.([a-z]+)$/;
const OF_REMOTE = /^remote\.([\s\S]+)\.([a-z]+)$/;

/**
 * What changed in a repository's configuration beyond what uses of git change there.
 * @returns the names of settings; undefined where one of the texts is none that git and we surely read alike
 */
export function strayGitSettings(
  before: string,
  after: string,
  writes: readonly GitSettingsWrite[],
): readonly string[] | undefined {
  const [was, now] = [parseGitConfig(before), parseGitConfig(after)];
  if (was === undefined || now === undefined) return undefined;
  const isOpen = ({ name }: GitSetting): boolean => writes.some((write) => mayChange(write, name));
  // The others stand as they stood, in their order: of two of a name the later counts.
  const [kept, left] = [was, now].map((settings) => settings.filter((one) => !isOpen(one)));
  const stray = differing(kept ?? [], left ?? []);
  const known = new Set(was.map(asText));
  const added = now.filter((one) => isOpen(one) && !known.has(asText(one)));
  const strange = added.filter((one) => !writes.some((write) => isMeant(write, one, { was, now })));
  return [...new Set([...stray, ...strange].map(({ name }) => name))];
}

const asText = ({ name, value }: GitSetting): string => `${name}\n${value}`;

/** Those that came or went; where they are the same in another order, all of them. */
function differing(was: readonly GitSetting[], now: readonly GitSetting[]): readonly GitSetting[] {
  const [before, after] = [was.map(asText), now.map(asText)];
  if (before.length === after.length && before.every((text, at) => text === after[at])) return [];
  const found = [
    ...was.filter((one) => !after.includes(asText(one))),
    ...now.filter((one) => !before.includes(asText(one))),
  ];
  return found.length > 0 ? found : now;
}

function mayChange(write: GitSettingsWrite, name: string): boolean {
  switch (write.kind) {
    case "branches":
      return OF_BRANCH.test(name);
    case "remotes":
      return OF_BRANCH.test(name) || OF_REMOTE.test(name);
    case "setting":
      return name === write.name;
  }
}

interface Settings {
  readonly was: readonly GitSetting[];
  readonly now: readonly GitSetting[];
}

/** Whether such a use of git gives the setting this value. */
function isMeant(write: GitSettingsWrite, setting: GitSetting, settings: Settings): boolean {
  if (write.kind === "setting") return setting.name === write.name && setting.value === write.value;
  if (!mayChange(write, setting.name) || startsProgram(setting)) return false;
  return movedFrom(setting, settings) || isTracking(setting, settings) || isOfRemote(write, setting);
}

/** The same key had this value under another name of its kind: a branch or a remote that is renamed or copied. */
function movedFrom({ name, value }: GitSetting, { was }: Settings): boolean {
  const ends = (other: string): boolean =>
    other.startsWith(name.slice(0, name.indexOf(".") + 1)) && other.endsWith(name.slice(name.lastIndexOf(".")));
  return was.some((one) => one.value === value && ends(one.name));
}

/** As `--track` writes it: to a remote by its name, never to an address. */
function isTracking({ name, value }: GitSetting, { now }: Settings): boolean {
  switch (OF_BRANCH.exec(name)?.[1]) {
    case "remote":
      return value === "." || now.some((one) => one.name === `remote.${value}.url`);
    case "merge":
      return value.startsWith("refs/heads/");
    case "rebase":
      return value === "true" || value === "false";
    default:
      return false;
  }
}

function isOfRemote(write: GitSettingsWrite, { name, value }: GitSetting): boolean {
  if (write.kind !== "remotes") return false;
  const [, , key] = OF_REMOTE.exec(name) ?? [];
  switch (key) {
    case "url":
    case "pushurl":
      return write.operands.includes(value);
    case "fetch":
      return /^\+?refs\//.test(value);
    case "tagopt":
      return /^--(?:no-)?tags$/.test(value);
    default:
      return false;
  }
}
