import { existsSync } from "node:fs";
import { join } from "node:path";
import { SERVERS_FILE } from "../trust/trust-items.ts";
import { settingFolders } from "../trust/trust-root.ts";
import type { ServerPlace } from "./server-place.ts";

/** Those that are there, nearest first. */
export function projectFiles(cwd: string): readonly string[] {
  return settingFolders(cwd)
    .map((folder) => join(folder, SERVERS_FILE))
    .filter((file) => existsSync(file));
}

/** Whether any server is written down for this folder. Most often none is, and nothing of them is loaded. */
export function hasServers({ config, cwd, settingSources, plugins, areServersGiven }: ServerPlace): boolean {
  if (Object.keys(config.mcpServers).length > 0) return true;
  if (areServersGiven) return false;
  if (plugins.some(({ servers }) => Object.keys(servers).length > 0)) return true;
  return settingSources.includes("project") && projectFiles(cwd).length > 0;
}
