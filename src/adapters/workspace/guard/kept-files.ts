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

/** The parts of a walk without what no call comes across. */
export async function* withoutKept(
  parts: AsyncIterable<readonly string[]>,
  isKept: IsKept | undefined,
): AsyncGenerator<readonly string[]> {
  for await (const part of parts) yield isKept === undefined ? part : part.filter((file) => !isKept(file));
}
