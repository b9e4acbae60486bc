import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { type PlainFile, readPlainFile } from "../../adapters/read-plain-file.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type Environment, type Locations, locations } from "./locations.ts";
import { inOutput } from "./output-path.ts";
import { readConfigFile } from "./read-config-file.ts";
import { noteWritten, writeFileWhole } from "./write-file-whole.ts";

/** Adds a rule to those that the person's own settings allow; comments in the file stay. @returns the file */
export async function allowForGood(rule: string, environment: Environment): Promise<string> {
  return changeOwnSettings(environment, ["permissions", "allow"], (rules) => {
    const known = Array.isArray(rules) ? rules : [];
    return known.includes(rule) ? known : [...known, rule];
  });
}

/** Sets one of the person's own settings; undefined removes it. @param path its name, or the keys down to it @returns the file */
export async function setOwnSetting(
  path: string | readonly string[],
  value: unknown,
  environment: Environment,
): Promise<string> {
  return changeOwnSettings(environment, typeof path === "string" ? [path] : path, () => value);
}

function changeOwnSettings(
  environment: Environment,
  path: readonly string[],
  change: (value: unknown) => unknown,
): Promise<string> {
  const places = locations(environment);
  return changeSettings({ path: join(places.config, "config.json"), places }, path, change);
}

const MISSING: PlainFile = { kind: "missing" };

export interface SettingsFile {
  readonly path: string;
  readonly places: Pick<Locations, "state">;
  /** Whose it is, if it is none of the person's own: what runs there could exchange it for one of theirs while it is read or written. */
  readonly project?: string;
}

/**
 * Changes one value of a settings file; its comments and its layout stay. A file that is not there is made.
 * @param check  sees the whole of what would be written, and throws where it must not be
 * @returns the file
 * @throws {UserError} when the file cannot be understood as it is; whenever this throws it is as it was
 */
export async function changeSettings(
  file: SettingsFile,
  path: readonly string[],
  change: (value: unknown) => unknown,
  check: (whole: Readonly<Record<string, unknown>>) => void = () => {},
): Promise<string> {
  const read = existsSync(file.path) ? inPlace(file, (at, flags) => readPlainFile(at, undefined, flags)) : MISSING;
  const settings = await readConfigFile(file.path, read);
  const before = read.kind === "text" ? read.text : "{}\n";
  const value = change(valueAt(settings ?? {}, path, file.path));
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const edits = modify(before, [...path], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  const after = `${applyEdits(before, edits).trimEnd()}\n`;
  check(parse(after) as Record<string, unknown>);
  if (file.project === undefined) makeFolder(dirname(file.path), { mode: 0o700 });
  noteWritten(file.path, after, file.places);
  inPlace(file, (at) => writeFileWhole(at, after));
  return file.path;
}

const inPlace = <Value>({ path, project }: SettingsFile, act: (at: string, flags: number) => Value): Value =>
  project === undefined ? act(path, 0) : inOutput(path, [project], act);

function valueAt(settings: object, path: readonly string[], file: string): unknown {
  let value: unknown = settings;
  for (const [depth, key] of path.entries()) {
    if (value === undefined) return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new UserError(
        phrase`${file}: "${path.slice(0, depth).join(".")}" holds no settings of its own; set it as a whole.`,
        EXIT.configuration,
      );
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
