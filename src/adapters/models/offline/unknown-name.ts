import { escapeRegExp } from "../../../base/glob.ts";
import { nearWord } from "../../../base/near-word.ts";
import { type Answer, unanswered } from "./answers/answer.ts";
import { stemOf } from "./file-names.ts";
import type { Folder, Thing } from "./folder.ts";
import { type Looking, look } from "./looking.ts";

const BEGINNING_CHARS = 4;
const NEAR_MAX = 6;

/** Nothing here has that name: what is nearest is named, and nothing is made up. */
export function* unknownName({ written }: Thing, { paths }: Folder): Looking<Answer> {
  const stems = [...new Set(paths.map(stemOf))];
  const beginning = `\\b${escapeRegExp(written.slice(0, BEGINNING_CHARS))}[\\w-]*`;
  const found = yield* look("search_code", { pattern: beginning, ignore_case: true, limit: 60 });
  const words = found.failed ? [] : (found.text.match(new RegExp(beginning, "gi")) ?? []);
  const alike = [...new Set(words)].filter((word) => word.toLowerCase() !== written.toLowerCase());
  const near = nearWord(written, [...stems, ...paths, ...alike]);
  const others = [...new Set([...(near === undefined ? [] : [near]), ...alike])].slice(0, NEAR_MAX);
  return unanswered(
    `Nothing in this folder is named ${written}.`,
    others.length > 0 ? `Nearest: ${others.join(", ")}.` : "Check the spelling, or ask which files there are.",
  );
}
