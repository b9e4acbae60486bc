import { constants, lstatSync } from "node:fs";
import { basename } from "node:path";
import { namesSecret } from "../engines/secrets/names-secret.ts";
import { npmSettingsShowMore, npmSettingsTell } from "../engines/secrets/package-settings.ts";
import { openPlain, plainBytes } from "./read-plain-file.ts";

const BYTES_MAX = 64 * 1024;

/** The text of settings of npm; none of a link, of what cannot be read, and of any other file. */
function npmSettingsAt(path: string): string | undefined {
  if (basename(path) !== ".npmrc") return undefined;
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW), BYTES_MAX);
  return read.kind === "bytes" ? read.bytes.toString("utf8") : undefined;
}

/** Whether a file, or a folder with all in it, may hold secrets: by its name, but for settings in which no login stands. */
export function mayHoldSecret(path: string, kind: "file" | "folder"): boolean {
  if (!namesSecret(path, kind)) return false;
  const settings = npmSettingsAt(path);
  return settings === undefined || npmSettingsShowMore(settings);
}

/** Whether a name is there that may change what a program does: settings that only say how it goes about its work do not. */
export function mayTell(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const settings = npmSettingsAt(path);
  return settings === undefined || npmSettingsTell(settings) !== "habits";
}
