import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside } from "../../adapters/inside.ts";
import { allCheckpoints, type SessionCheckpoint } from "../../adapters/snapshots/attribution.ts";
import { phrase, type Words } from "../../base/phrase.ts";

import { displayName } from "../../engines/terminal-text/display-name.ts";
import type { Rooms } from "../rooms.ts";
import { snapshotFolder } from "../session/snapshot-folder.ts";
import type { SettingLayer } from "../settings/setting-source.ts";
import { writeFileWhole } from "../settings/write-file-whole.ts";
import { contentHash } from "../trust/content-hash.ts";

const NAMED_MAX = 5;
const COMMAND_CHARS_MAX = 80;

/**
 * A file of settings that a flag names, and that a session's call has written as it is now: a person may take it for their own. What it
 * starts is told, once for what it holds.
 */
export function writtenBySessions({ given, cwd, places, config }: Rooms): readonly Words[] {
  const named = given.filter(({ file }) => file !== undefined && isInside(file, cwd));
  const folder = snapshotFolder(places.state, cwd);
  if (named.length === 0 || !config.sessionPersistence || !existsSync(folder)) return [];
  const all = allCheckpoints(folder);
  return named.flatMap((layer) => toldOf(layer, { cwd, folder, all }));
}

interface Written {
  readonly cwd: string;
  readonly folder: string;
  readonly all: readonly SessionCheckpoint[];
}

function toldOf({ file = "", values }: SettingLayer, { cwd, folder, all }: Written): readonly Words[] {
  const [path, digest] = [relative(cwd, file), contentHash(file)];
  const last = all
    .flatMap(({ at, changes }) => changes.filter((change) => change.path === path).map(({ after }) => ({ at, after })))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
  if (last?.after?.kind !== "file" || last.after.hash !== digest) return [];
  const mark = join(folder, `told-${hash("sha256", `${path}\0${digest}`).slice(0, 32)}`);
  if (existsSync(mark)) return [];
  writeFileWhole(mark, "");
  const started = startedBy(values);
  const [day = ""] = last.at.split("T");
  return [
    started.length === 0
      ? phrase`${displayName(path)} was written by a session on ${day}, not by you; it sets ${Object.keys(values).slice(0, NAMED_MAX).join(", ")}.`
      : phrase`${displayName(path)} was written by a session on ${day}, not by you; it starts ${started.join(", ")}.`,
  ];
}

/** Commands of servers and hooks, wherever they stand in it. */
function startedBy(values: unknown): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { command, args } = value as { readonly command?: unknown; readonly args?: unknown };
    if (typeof command === "string") {
      const words = [command, ...(Array.isArray(args) ? args.map(String) : [])].join(" ");
      found.push(`\`${displayName(words.slice(0, COMMAND_CHARS_MAX))}\``);
    }
    for (const one of Object.values(value)) look(one);
  };
  look(values);
  return found.slice(0, NAMED_MAX);
}
