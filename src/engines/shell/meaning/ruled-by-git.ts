import { folderNamed } from "../meant/named-paths.ts";
import type { KeptByGit, PathRuling } from "../policy-types.ts";
import { spelledWords } from "../spelled-words.ts";
import type { Unit } from "../walk/unit.ts";
import type { ShellWord } from "../words.ts";
import { gitMeanings } from "./git-meanings.ts";
import { type GitShows, gitShows } from "./git-shows.ts";
import { leavingOut } from "./instead.ts";
import { type Judgement, type RulingOptions, worstOf } from "./ruling.ts";

/** What rules about files say of a command that shows, or lays out elsewhere, what git keeps of them. */
export function ruledByGit(unit: Unit, options: RulingOptions): Judgement | undefined {
  if (options.pathRule === undefined || options.facts?.keptByGit === undefined) return undefined;
  const variables = [...unit.part.assignments, ...(options.lineSettings?.variables ?? [])].map(({ name }) => name);
  const spelled = spelledWords(unit, options) ?? [unit.words];
  const found = spelled
    .flatMap((words) => meantBy(words, unit, options))
    .flatMap((words) => {
      const shown = gitShows(words, variables);
      const said = shown === undefined ? [] : rulings(shown, unit, options);
      return shown?.isSure ? said : said.map(inDoubt);
    });
  return worstOf(found);
}

function meantBy(words: readonly ShellWord[], unit: Unit, options: RulingOptions): readonly (readonly ShellWord[])[] {
  const { aliased, scripts } = gitMeanings(words, unit, options);
  return [words, ...aliased, ...scripts.flatMap((text) => options.unitsIn(text).map((one) => one.words))];
}

/** A command that may be another one is asked about, in every mode where a rule denies. */
const inDoubt = (said: Judgement): Judgement =>
  said.verdict === "deny" ? { ...said, verdict: "ask", isFloor: true } : said;

function rulings(shown: GitShows, { part }: Unit, options: RulingOptions): readonly Judgement[] {
  if (shown.namesRepository) return unknownFiles("of the repository that it names", options);
  return part.folders.flatMap((start) => {
    const folder = shown.folders.reduce<string | undefined>((from, word) => folderNamed(word, from, options), start);
    if (folder === undefined) return unknownFiles("where it runs", options);
    const kept = options.facts?.keptByGit?.(folder);
    if (kept === undefined) return [];
    if (kept.paths === undefined) return unknownFiles("here", options);
    const showsPast = shown.showsPast(kept.paths);
    const past = showsPast ? kept.past?.() : [];
    if (past === undefined) return unknownFiles("in older commits", options);
    const changedOnly = shown.compares && !showsPast;
    const paths = [...new Set([...kept.paths, ...past])];
    const found = ruledFiles(kept, paths, { shown, options, changedOnly, folder: folder.slice(kept.top.length + 1) });
    const worst = found.find(({ verdict }) => verdict === "deny") ?? found[0];
    if (worst === undefined) return [];
    return [
      told(
        worst,
        found.map(({ path }) => path),
        shown,
      ),
    ];
  });
}

/** What a rule denies may be among them: no mode answers for that. */
function unknownFiles(where: string, { readsRuled }: RulingOptions): readonly Judgement[] {
  if (readsRuled === undefined) return [];
  const reason = `which files git keeps ${where} cannot be read, and rules are about files`;
  return [{ verdict: "ask", reason, isFloor: readsRuled === "deny" }];
}

type RuledFile = PathRuling & { readonly path: string };

function ruledFiles(
  kept: KeptByGit,
  paths: readonly string[],
  {
    shown,
    options,
    changedOnly,
    folder,
  }: { shown: GitShows; options: RulingOptions; changedOnly: boolean; folder: string },
): readonly RuledFile[] {
  const from = folder === "" ? "" : `${folder}/`;
  return paths.flatMap((path) => {
    // To hold a path against all rules takes longer than to hold it against the few paths of a command.
    if (!shown.reaches(path, from)) return [];
    const ruled = options.pathRule?.(`${kept.top}/${path}`, { use: "read", glob: false });
    return ruled === undefined || (changedOnly && !kept.hasChanged(path)) ? [] : [{ ...ruled, path }];
  });
}

const told = ({ verdict, rule, path }: RuledFile, paths: readonly string[], shown: GitShows): Judgement => ({
  verdict,
  reason: `it may show what git keeps of ${path}, of which the rule ${rule} says ${verdict}${leavingOut(paths, shown)}`,
});
