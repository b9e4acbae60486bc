import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Skill, SkillLibrary } from "../../core/knowledge.ts";
import { leadsInside, realIfThere } from "../inside.ts";
import { readWithin } from "../linked-files.ts";
import { parseSkill } from "./parse-skill.ts";

/** A folder of skills, nearest first. */
export interface SkillPlace {
  /** Absolute. */
  readonly folder: string;
  readonly origin: Skill["origin"];
  /** Absolute: the place does not count where a link leads out of this folder. */
  readonly within?: string;
  /** How its files are read, where not each of them counts. */
  read?(path: string): { readonly text: string } | { readonly kind: string };
}

export interface SkillProblem {
  readonly path: string;
  readonly problem: string;
}

const SKILLS_MAX = 20_000;
const DEPTH_MAX = 6;
const FILE_CHARS_MAX = 500_000;
const FILES_LISTED_MAX = 30;

/**
 * The skills of these places, which may come to be later; what is added to one while the program runs is found. At first only those that lie right in a place are read; the folders below them when
 * something is searched or loaded. Of two with one name the nearer counts.
 */
export function createSkillLibrary(places: readonly SkillPlace[]): SkillLibrary & { check(): readonly SkillProblem[] } {
  let outline: readonly Skill[] | undefined;
  let all: readonly Skill[] | undefined;
  let seen = "";
  const problems: SkillProblem[] = [];
  const forgetOld = (): void => {
    const now = places.map(({ folder }) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(" ");
    if (now !== seen) [outline, all, seen] = [undefined, undefined, now];
  };
  const readAll = (): readonly Skill[] => {
    forgetOld();
    if (all) return all;
    problems.length = 0;
    all = nearest(
      places.flatMap((place) => readPlace(place, DEPTH_MAX, problems)),
      problems,
    );
    return all;
  };
  return {
    outline() {
      forgetOld();
      outline ??= nearest(
        places.flatMap((place) => readPlace(place, 1, [])),
        [],
      );
      return outline;
    },
    all: readAll,
    files: (skill) => filesBeside(skill),
    check() {
      readAll();
      return problems;
    },
  };
}

function readPlace(place: SkillPlace, depthMax: number, problems: SkillProblem[]): Skill[] {
  const { folder, within } = place;
  if (within !== undefined && !leadsInside(folder, within)) return [];
  const skills: Skill[] = [];
  const seen = new Set<string>();
  const visit = (path: string, depth: number): void => {
    const real = realIfThere(path);
    if (real === undefined || seen.has(real) || skills.length >= SKILLS_MAX) return;
    seen.add(real);
    const entries = entriesOf(path);
    const names = entries.map(({ name }) => name);
    const file = ["SKILL.md", "skill.md"].find((name) => names.includes(name));
    const skill = file === undefined ? undefined : readSkill(join(path, file), { place, depth }, problems);
    if (skill) skills.push(skill);
    if (depth >= depthMax) return;
    for (const { name, isFile } of entries) if (!isFile && !name.startsWith(".")) visit(join(path, name), depth + 1);
  };
  visit(folder, 0);
  return skills;
}

function readSkill(
  path: string,
  { place, depth }: { readonly place: SkillPlace; readonly depth: number },
  problems: SkillProblem[],
): Skill | undefined {
  const { origin, folder, within = folder, read = (file: string) => readWithin(file, within) } = place;
  const found = read(path);
  if (!("text" in found)) {
    problems.push({ path, problem: "it cannot be read" });
    return undefined;
  }
  const parsed = parseSkill(found.text.slice(0, FILE_CHARS_MAX), path);
  if (parsed.kind === "invalid") {
    problems.push({ path, problem: parsed.problem });
    return undefined;
  }
  for (const problem of parsed.problems) problems.push({ path, problem });
  const { name, description, tags, body } = parsed;
  return { name, description, tags, body, path, origin, depth };
}

function nearest(skills: readonly Skill[], problems: SkillProblem[]): readonly Skill[] {
  const byName = new Map<string, Skill>();
  for (const skill of skills) {
    const key = skill.name.toLowerCase();
    const nearer = byName.get(key);
    if (nearer) problems.push({ path: skill.path, problem: `the name "${skill.name}" is taken by ${nearer.path}` });
    else byName.set(key, skill);
  }
  return [...byName.values()];
}

/** Files that belong to a skill, relative to its folder; those of skills below it are theirs. */
function filesBeside({ path }: Skill): readonly string[] {
  const root = join(path, "..");
  const files: string[] = [];
  const visit = (folder: string, prefix: string): void => {
    const entries = entriesOf(folder);
    if (prefix !== "" && entries.some((entry) => /^skill\.md$/i.test(entry.name))) return;
    for (const entry of entries) {
      if (files.length >= FILES_LISTED_MAX || entry.name.startsWith(".") || /^skill\.md$/i.test(entry.name)) continue;
      if (entry.isFile) files.push(`${prefix}${entry.name}`);
      else if (prefix.split("/").length < 4) visit(join(folder, entry.name), `${prefix}${entry.name}/`);
    }
  };
  visit(root, "");
  return files;
}

function entriesOf(folder: string): { readonly name: string; readonly isFile: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return [];
  }
}
