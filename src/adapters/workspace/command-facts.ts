import { realpathSync, statSync } from "node:fs";
import type { WorkspaceFacts } from "../../engines/shell/policy-types.ts";

/** What the shell engine asks the file system: where links lead. */
export const commandFacts: WorkspaceFacts = {
  realPath(path) {
    try {
      // An exception costs more than a question; most words name no file.
      return statSync(path, { throwIfNoEntry: false }) ? realpathSync.native(path) : undefined;
    } catch {
      return undefined;
    }
  },
};
