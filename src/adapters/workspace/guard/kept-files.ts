import { join, relative } from "node:path";
import { closedBelow, type GuardScope, isWithheld, withholds } from "../guarded-path.ts";

type IsKept = (file: string) => boolean;

/** What of the files below a folder, as they are shown, no call comes across; undefined where it comes to all. */
export function keptFrom(
  from: string,
  at: { readonly start: string; readonly shown: string },
  scope: GuardScope,
): IsKept | undefined {
  const isClosed = closedBelow(at.start, scope);
  if (isClosed === undefined) return withholds(scope) ? (file) => isWithheld(file, from, scope) : undefined;
  return (file) => isClosed(join(at.start, relative(at.shown, file))) || isWithheld(file, from, scope);
}

export function partsWithoutKept(
  parts: AsyncIterable<readonly string[]>,
  isKept: IsKept | undefined,
): AsyncIterable<readonly string[]> {
  return isKept === undefined ? parts : filtered(parts, isKept);
}

async function* filtered(parts: AsyncIterable<readonly string[]>, isKept: IsKept): AsyncGenerator<readonly string[]> {
  for await (const part of parts) yield part.filter((file) => !isKept(file));
}

export function withoutKept(files: AsyncIterable<string>, isKept: IsKept | undefined): AsyncIterable<string> {
  return isKept === undefined ? files : each(files, isKept);
}

async function* each(files: AsyncIterable<string>, isKept: IsKept): AsyncGenerator<string> {
  for await (const file of files) if (!isKept(file)) yield file;
}
