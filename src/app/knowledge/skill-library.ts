import { createSkillLibrary } from "../../adapters/skills/skill-library.ts";
import type { Skill } from "../../core/knowledge.ts";
import { rankSkills } from "../../engines/bm25/rank-skills.ts";
import type { Rooms } from "../rooms.ts";
import { readerOfAll } from "../trust/trust.ts";
import { skillPlaces } from "./skills.ts";

export type Library = ReturnType<typeof createSkillLibrary>;

/** What a person sees: the project's skills also where the folder is not trusted. */
export function libraryForPeople({ cwd, isTrusted, environment, places, config, plugins }: Rooms): {
  readonly library: Library;
  /** The project has skills that a model does not see. */
  readonly hidesFromModels: boolean;
} {
  const found = skillPlaces({
    cwd,
    trusted: readerOfAll(cwd),
    environment,
    configFolder: places.config,
    folders: [...config.skillFolders, ...plugins.flatMap(({ skills }) => skills)],
  });
  const hidesFromModels = !isTrusted && found.some((place) => place.origin === "project");
  return { library: createSkillLibrary(found), hidesFromModels };
}

/** The skills that match, best first. */
export function findSkills(
  query: string,
  skills: readonly Skill[],
  limit: number,
): readonly { readonly skill: Skill; readonly score: number; readonly matched: readonly string[] }[] {
  return rankSkills(query, skills)
    .slice(0, limit)
    .flatMap(({ documentIndex, score, matched }) => {
      const skill = skills[documentIndex];
      return skill ? [{ skill, score, matched }] : [];
    });
}
