import type { FileChange } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { CommitOptions } from "./edit-transaction.ts";
import type { ResolvePath } from "./guarded-path.ts";

/**
 * Commits changes of tools through the journalled transaction: all or none, also when the process is killed. What an
 * earlier process left unfinished is brought to one side before the first commit.
 * @param noteLeave  told of changes with real paths, before they are made
 */
export function createJournalledCommit(
  journalFolder: string,
  noteLeave: (changes: readonly FileChange[]) => void = () => {},
) {
  let isRecovered = false;
  return async (
    changes: readonly FileChange[],
    resolvePath: ResolvePath,
    wanted: Pick<CommitOptions, "roots" | "signal">,
  ): Promise<void> => {
    const { commitFileChanges, recoverEdits } = await import("./edit-transaction.ts");
    if (!isRecovered) isRecovered = (await recoverEdits(journalFolder)).every(({ outcome }) => outcome !== "left");
    const real = changes.map((change) => withRealPaths(change, resolvePath));
    noteLeave(real);
    const outcome = await commitFileChanges(real, { journalFolder, ...wanted });
    if (outcome.kind === "refused") {
      if (outcome.stuck !== undefined) isRecovered = false;
      const advice = outcome.code === "permission" ? "." : "; read the file again before the next try.";
      throw new ToolFailure(outcome.message.replace(/\.$/, advice));
    }
  };
}

function withRealPaths(change: FileChange, resolvePath: ResolvePath): FileChange {
  switch (change.kind) {
    case "move":
      return { ...change, from: resolvePath(change.from, "delete"), to: resolvePath(change.to, "create") };
    case "delete":
      return { ...change, path: resolvePath(change.path, "delete") };
    case "write":
      return {
        ...change,
        path: resolvePath(change.path, change.expected === null ? "create" : "write"),
        ...(change.permissionsOf !== undefined && { permissionsOf: resolvePath(change.permissionsOf, "read") }),
      };
  }
}
