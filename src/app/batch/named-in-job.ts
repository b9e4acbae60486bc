import { resolve } from "node:path";
import { noteGiven } from "../../adapters/given-file.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { readTextFile } from "../../tools/files/file-text.ts";

/**
 * The text of a file that a job names. A job may be anybody's, and what it names goes to a model: it is read as a model would read it.
 * @throws {UserError} when it lies outside, a rule denies it, or it is no text
 */
export async function namedInJob(path: string, workspace: Workspace): Promise<string> {
  try {
    const { text } = await readTextFile(workspace, path);
    noteGiven(resolve(workspace.root, path));
    return text;
  } catch (error) {
    throw asNotRead(path, error);
  }
}

export function asNotRead(path: string, error: unknown): unknown {
  if (!(error instanceof ToolFailure)) return error;
  return new UserError(phrase`The job names ${path}, which cannot be read: ${errorText(error)}`, EXIT.badInput, {
    cause: error,
  });
}
