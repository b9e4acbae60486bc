import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../make-folder.ts";
import { readPlainFile } from "../read-plain-file.ts";
import { replaceFile } from "../whole-file.ts";

const Texts = z.array(z.string()).max(200);

/** Keeps what a person typed and nobody has read, for when they come back. @param folder  of the session */
export function keepUnsent(folder: string, texts: readonly string[]): void {
  makeFolder(folder, { mode: 0o700 });
  replaceFile(fileIn(folder), `${JSON.stringify(texts)}\n`);
}

/** What was kept, the oldest first; it is the person's again and kept no longer. */
export function takeUnsent(folder: string): readonly string[] {
  const file = readPlainFile(fileIn(folder));
  if (file.kind !== "text") return [];
  rmSync(fileIn(folder), { force: true });
  try {
    return Texts.parse(JSON.parse(file.text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return [];
    throw error;
  }
}

const fileIn = (folder: string): string => join(folder, "unsent.json");
