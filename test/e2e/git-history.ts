import { execFileSync } from "node:child_process";
import type { Place } from "./run-waymark.ts";

/** Git in the folder of a place, as a person of that name. */
export function gitAs(who: string, { cwd }: Pick<Place, "cwd">, ...words: readonly string[]): void {
  execFileSync("git", ["-c", `user.name=${who}`, "-c", `user.email=${who}@example.com`, ...words], { cwd });
}

/** Commits all that stands in a place, also where that is nothing new. */
export function commitAs(who: string, place: Pick<Place, "cwd">, subject: string): void {
  gitAs(who, place, "add", "-A");
  gitAs(who, place, "commit", "-q", "--allow-empty", "-m", subject);
}
