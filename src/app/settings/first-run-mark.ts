import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { type Environment, locations } from "./locations.ts";

/** Made with the first question, whatever the answer; then only the settings decide. */
const markOf = (environment: Environment): string => join(locations(environment).state, "first-run");

/** A look at one file, so that every later start is spared the rest. */
export function isFirstRunOver(environment: Environment): boolean {
  return existsSync(markOf(environment));
}

export function rememberFirstRun(environment: Environment): void {
  const mark = markOf(environment);
  makeFolder(dirname(mark), { mode: 0o700 });
  writeFileSync(mark, "");
}
