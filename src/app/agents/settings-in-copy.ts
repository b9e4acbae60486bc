import { resolve } from "node:path";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { refusalInCopy } from "../../engines/paths/rule-forms.ts";
import type { LoadedConfig } from "../settings/load.ts";

/** A folder, and where its files lie again for whoever works on a copy of them; both absolute. */
export interface FolderCopy {
  readonly folder: string;
  readonly copy: string;
}

/** The settings of a folder as they hold in a copy of it: what they say of its files by whole paths they say of the copies, and what is beside the folder stays there. */
export function settingsInCopy(loaded: LoadedConfig, where: FolderCopy): LoadedConfig {
  const { config } = loaded;
  const addDirs = config.addDirs.map((folder) => resolve(where.folder, folder));
  return { ...loaded, config: { ...config, addDirs, permissions: rulesInCopy(config.permissions, where) } };
}

/** A permission stays for the files that it names. */
export function rulesInCopy({ allow, ask, deny }: RuleSet, { folder, copy }: FolderCopy) {
  const both = (rules: readonly string[]) => rules.flatMap((rule) => refusalInCopy(rule, folder, copy));
  return { allow: [...allow], ask: both(ask), deny: both(deny) };
}
