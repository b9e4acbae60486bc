import { constants, lstatSync } from "node:fs";
import { basename } from "node:path";
import { namesSecret } from "../engines/secrets/names-secret.ts";
import { npmSettingsTell } from "../engines/secrets/package-settings.ts";
import { openPlain, plainBytes } from "./read-plain-file.ts";

const BYTES_MAX = 64 * 1024;

/** What settings of npm say; `more` of a link, of what cannot be read, and of any other file. */
export function npmSettingsAt(path: string): ReturnType<typeof npmSettingsTell> {
  if (basename(path) !== ".npmrc") return "more";
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW), BYTES_MAX);
  return read.kind === "bytes" ? npmSettingsTell(read.bytes.toString("utf8")) : "more";
}

/** Whether a file, or a folder with all in it, may hold secrets: by its name, but for settings in which no login stands. */
export const mayHoldSecret = (path: string, kind: "file" | "folder"): boolean =>
  namesSecret(path, kind) && npmSettingsAt(path) === "more";

/** Whether a name is there that may change what a program does: settings that only say how it goes about its work do not. */
export const mayTell = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined && npmSettingsAt(path) !== "habits";
