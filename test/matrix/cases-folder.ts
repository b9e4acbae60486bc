import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The folder of shared cases: the one that WAYMARK_CASES names, or `shared/cases` beside the checkout or above it. */
export function casesFolder(): string | undefined {
  const given = process.env["WAYMARK_CASES"];
  const candidates = given ? [given] : ["../shared/cases", "../../shared/cases"];
  return candidates.map((candidate) => resolve(candidate)).find((candidate) => existsSync(candidate));
}
