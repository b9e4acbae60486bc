import { closeSync, constants, existsSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Memory, MemoryNote, MemoryScope } from "../../core/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { makeFolder } from "../make-folder.ts";
import { inHeldFolder, PathMoved } from "../pinned-folder.ts";
import { fileHead } from "../read-plain-file.ts";

export interface MemoryFiles {
  /** Absolute and real as far as it is there; the note says it as `shown`. */
  readonly project: NotesFile;
  readonly user: NotesFile;
  /** Offer the tool also where nothing was noted yet. */
  readonly isOffered: boolean;
  /** YYYY-MM-DD */
  readonly today: () => string;
}

interface NotesFile {
  readonly path: string;
  readonly shown: string;
  /** What of it a model may read; undefined where nothing is. */
  read(): string | undefined;
}

const FILE_BYTES_MAX = 64 * 1024;
const TITLE = "# Notes\n\nWhat Waymark was asked to remember, a line each. Edit or delete them as you like.\n\n";
const NOTE = /^- (?:(\d{4}-\d\d-\d\d) )?(.+)$/;

/** Notes in two plain Markdown files, newest last. Nothing of a project is written through a link. */
export function createMemory(files: MemoryFiles): Memory {
  return {
    path: (scope) => files[scope].shown,
    isOffered: () => files.isOffered || existsSync(files.project.path) || existsSync(files.user.path),
    isEmpty: () => !existsSync(files.project.path) && !existsSync(files.user.path),
    read: () => [...readNotes("user", files.user), ...readNotes("project", files.project)],
    add(scope, text) {
      const { path, shown } = files[scope];
      const line = `- ${files.today()} ${text.replace(/\s+/g, " ").trim()}\n`;
      const known = readText(path);
      const said = NOTE.exec(line.trim())?.[2];
      if (known?.split("\n").some((other) => NOTE.exec(other.trimEnd())?.[2] === said))
        return { kind: "known", path: shown };
      if (Buffer.byteLength(known ?? "") + Buffer.byteLength(line) > FILE_BYTES_MAX)
        throw new ToolFailure(
          `${shown} is full (${FILE_BYTES_MAX / 1024} KB). Ask the person to shorten it, or edit it.`,
        );
      append({ scope, path, shown }, known === undefined ? TITLE + line : `${known.endsWith("\n") ? "" : "\n"}${line}`);
      return { kind: "added", path: shown };
    },
  };
}

function readNotes(scope: MemoryScope, { shown, read }: NotesFile): MemoryNote[] {
  const text = read();
  if (text === undefined) return [];
  return text.split("\n").flatMap((line, index) => {
    const match = NOTE.exec(line.trimEnd());
    if (!match?.[2]) return [];
    return [
      { scope, text: match[2], path: shown, line: index + 1, ...(match[1] === undefined ? {} : { date: match[1] }) },
    ];
  });
}

/** The folder may be anybody's: a link or a pipe in this place is no file of notes. */
export const readText = (path: string): string | undefined =>
  fileHead(path, FILE_BYTES_MAX * 2, { flags: constants.O_NOFOLLOW });

const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What runs in a project could exchange the folder of its notes for a link to the person's own; theirs lie where they keep them. */
function append({ scope, path, shown }: { scope: MemoryScope; path: string; shown: string }, text: string): void {
  if (scope === "user") makeFolder(dirname(path));
  const open = (at: string): number => openSync(at, APPEND, 0o600);
  let file: number;
  try {
    file = scope === "user" ? open(path) : inHeldFolder(path, open);
  } catch (error) {
    if (error instanceof PathMoved)
      throw new ToolFailure(`The folder of ${shown} is a link; notes are not written through links.`);
    throw new ToolFailure(`${shown} cannot be written (${String((error as { code?: string }).code)}).`);
  }
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
