import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerPlace } from "../mcp/server-place.ts";
import type { SessionSandbox } from "../permissions/sandbox-use.ts";
import type { Plugin } from "../plugins/plugin-list.ts";
import { settingFolders } from "../trust/trust-root.ts";
import type { GivenHook, HookFunction } from "./given-hooks.ts";

/** What of a house decides which hooks there are. */
export interface HookPlace extends ServerPlace {
  readonly givenHooks: readonly GivenHook[];
  readonly plugins: readonly Plugin[];
  readonly sandbox: Pick<SessionSandbox, "confines">;
}

export type HookWork =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "function"; readonly run: HookFunction };

export interface HookFile {
  readonly path: string;
  /** Whose it is. Only the person's own settings of Waymark, and plugins, which were trusted whole, need no yes each. */
  readonly owner: "self" | "person" | "project" | "plugin";
  /** Of the plugin. */
  readonly folder?: string;
  /** Its hooks expect Claude Code's names of tools and arguments. */
  readonly speaksClaude: boolean;
}

/** Needs no yes of its own, and no sandbox by that alone. */
export const isOwn = ({ owner }: Pick<HookFile, "owner">): boolean => owner === "self" || owner === "plugin";

const PROJECT_FILES = [
  ...[".waymark/config.json", ".waymark/hooks.json"],
  ...[".claude/settings.json", ".claude/settings.local.json"],
];

/** Files that may hold hooks besides our own settings, those that are there; the nearest first. */
export function hookFiles({ cwd, places, settings, settingSources }: HookPlace): readonly HookFile[] {
  const own = join(places.config, "hooks.json");
  const home = settings.environment["HOME"];
  const files: HookFile[] = [];
  if (settingSources.includes("project"))
    for (const folder of settingFolders(cwd))
      for (const name of PROJECT_FILES)
        files.push({ path: join(folder, name), owner: "project", speaksClaude: name.startsWith(".claude") });
  if (settingSources.includes("user")) {
    files.push({ path: own, owner: "self", speaksClaude: false });
    if (home) files.push({ path: join(home, ".claude", "settings.json"), owner: "person", speaksClaude: true });
  }
  const ownSettings = join(places.config, "config.json");
  const seen = new Set<string>([ownSettings]);
  return files.filter(({ path }) => !seen.has(path) && seen.add(path) && existsSync(path));
}

/** Whether any hook may be set here. Most often none is, and nothing of them is loaded. */
export function mayHaveHooks(place: HookPlace): boolean {
  if (place.plugins.some(({ hooks }) => hooks.length > 0)) return true;
  return place.givenHooks.length > 0 || Object.keys(place.config.hooks).length > 0 || hookFiles(place).length > 0;
}
