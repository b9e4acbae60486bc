import { resolve } from "node:path";
import { isInside } from "../../adapters/inside.ts";
import { wayTo } from "../../adapters/pinned-folder.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { decodeFile, encodeFile } from "../../engines/text/file-text.ts";

/** The text of a file as the person's editor has it, who may not have saved it; undefined where the editor does not say. */
export type EditorText = (path: string) => Promise<string | undefined>;

/**
 * The same files as the person sees them: what stands unsaved in the editor is read from there, in the form that the file has on disk. A
 * file with unsaved changes is not written, for one of the two would be lost. The editor is asked of no file that may not be read, and goes by
 * its path: what it says is shown only where that led to the file which was judged all the while.
 */
export function withUnsaved(disk: Workspace, editorText: EditorText): Workspace {
  const unsaved = async (path: string, saved: Uint8Array): Promise<Uint8Array | undefined> => {
    const form = decodeFile(saved);
    if (form.kind === "binary") return undefined;
    const text = await editorText(resolve(disk.root, path));
    if (text === undefined || bare(text) === bare(form.text)) return undefined;
    const ended = form.text.includes("\r\n") ? bare(text).replaceAll("\n", "\r\n") : text;
    const encoded = encodeFile(ended, form);
    return encoded.kind === "bytes" ? encoded.bytes : undefined;
  };
  const current = async (path: string): Promise<Uint8Array | undefined> => {
    const { sizeBytes } = (await disk.stat(path)) ?? { sizeBytes: Number.POSITIVE_INFINITY };
    return sizeBytes > EDITED_BYTES_MAX ? undefined : unsaved(path, await disk.readBytes(path));
  };
  const judged = async (path: string): Promise<Uint8Array | undefined> => {
    const absolute = resolve(disk.root, path);
    const root = disk.roots.find((one) => isInside(absolute, one));
    for (let attempt = 0; root !== undefined && attempt < ATTEMPTS_MAX; attempt++) {
      const before = wayTo(absolute, root);
      if (before === undefined) return undefined;
      if (before.restMs > 0) {
        await new Promise((rested) => setTimeout(rested, Math.min(before.restMs, REST_MS_MAX)));
        continue;
      }
      const bytes = await current(path);
      if (bytes === undefined || wayTo(absolute, root)?.stamp === before.stamp) return bytes;
    }
    return undefined;
  };
  const own: Pick<Workspace, "allowing" | "readBytes" | "commit"> = {
    allowing: (...call) => withUnsaved(disk.allowing(...call), editorText),
    async readBytes(path, range) {
      const saved = await disk.readBytes(path, range);
      const bytes = await judged(path);
      if (bytes === undefined) return saved;
      return range === undefined ? bytes : bytes.subarray(range.offset, range.offset + range.length);
    },
    async commit(changes, signal) {
      for (const path of changes.flatMap(changed)) {
        if ((await disk.stat(path))?.kind !== "file" || (await current(path)) === undefined) continue;
        throw new ToolFailure(
          `${disk.show(path)} has changes in the editor that are not saved; ask the user to save it, and read it again.`,
        );
      }
      await disk.commit(changes, signal);
    },
  };
  return Object.assign(Object.create(disk), own);
}

/** What nobody has open in an editor, and would have to come over in one message. */
const EDITED_BYTES_MAX = 5_000_000;

/** In a folder where names come and go all the time what is saved is read. */
const ATTEMPTS_MAX = 6;
const REST_MS_MAX = 2000;

/** Editors have line ends of their own in memory. */
const bare = (text: string): string => text.replaceAll("\r\n", "\n");

function changed(change: FileChange): readonly string[] {
  return change.kind === "move" ? [change.from, change.to] : [change.path];
}
