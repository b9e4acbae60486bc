import { placeOf } from "../places.ts";
import type { KeptByGit, PathRuling } from "../policy-types.ts";
import type { Unit } from "../walk/unit.ts";
import { gitMeanings } from "./git-meanings.ts";
import { type GitShows, gitShows } from "./git-shows.ts";
import type { Judgement, RulingOptions } from "./ruling.ts";

/** More are named by their folders. */
const NAMED_MAX = 5;

/** What rules about files say of a command that shows, or lays out elsewhere, what git keeps of them. */
export function ruledByGit(unit: Unit, options: RulingOptions): Judgement | undefined {
  if (options.pathRule === undefined || options.facts?.keptByGit === undefined) return undefined;
  const { aliased, scripts } = gitMeanings(unit.words, unit, options);
  const inner = scripts.flatMap((text) => options.unitsIn(text).map(({ words }) => words));
  for (const words of [unit.words, ...aliased, ...inner]) {
    const shown = gitShows(words);
    const found = shown && ruling(shown, unit, options);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ruling(shown: GitShows, { part }: Unit, options: RulingOptions): Judgement | undefined {
  for (const start of part.folders) {
    const folder = shown.folders.reduce<string | undefined>((from, word) => placeOf(word, [from], options).path, start);
    const kept = folder === undefined ? undefined : options.facts?.keptByGit?.(folder);
    if (kept === undefined || folder === undefined) continue;
    if (kept.paths === undefined)
      return { verdict: "ask", reason: "which files git keeps here cannot be read, and rules are about files" };
    const found = ruledFiles(kept, kept.paths, { shown, options, folder: folder.slice(kept.top.length + 1) });
    const [worst] = found.some(({ verdict }) => verdict === "deny")
      ? found.filter(({ verdict }) => verdict === "deny")
      : found;
    if (worst !== undefined)
      return told(
        worst,
        found.map(({ path }) => path),
        shown,
      );
  }
  return undefined;
}

type RuledFile = PathRuling & { readonly path: string };

function ruledFiles(
  kept: KeptByGit,
  paths: readonly string[],
  { shown, options, folder }: { shown: GitShows; options: RulingOptions; folder: string },
): readonly RuledFile[] {
  const from = folder === "" ? "" : `${folder}/`;
  return paths.flatMap((path) => {
    // To hold a path against all rules takes longer than to hold it against the few paths of a command.
    if (!shown.reaches(path, from)) return [];
    const ruled = options.pathRule?.(`${kept.top}/${path}`, { use: "read", glob: false });
    return ruled === undefined || (shown.changedOnly && !kept.hasChanged(path)) ? [] : [{ ...ruled, path }];
  });
}

function told({ verdict, rule, path }: RuledFile, paths: readonly string[], { takesPaths }: GitShows): Judgement {
  const folders = new Set(paths.map((one) => (one.includes("/") ? one.slice(0, one.lastIndexOf("/")) : one)));
  const named = paths.length <= NAMED_MAX ? paths : [...folders].slice(0, NAMED_MAX);
  const way = takesPaths
    ? `; with \`-- ${[".", ...named.map((one) => `':(top,exclude)${one}'`)].join(" ")}\` it leaves them out`
    : "";
  return { verdict, reason: `it may show what git keeps of ${path}, of which the rule ${rule} says ${verdict}${way}` };
}
