import { createGlobMatcher, globBegin, isBeyondBound } from "../base/glob.ts";
import { ToolFailure } from "./tool.ts";

/** A glob of the model's as a test of paths. @throws {ToolFailure} that names it, when it is beyond the bound */
export function givenGlob(glob: string): (path: string) => boolean {
  if (isBeyondBound(glob))
    throw new ToolFailure(`The glob ${globBegin(glob)}… has too many parts; write a shorter one.`);
  return createGlobMatcher(glob, { braces: true });
}
