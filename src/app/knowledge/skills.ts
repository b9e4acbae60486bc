import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SkillPlace } from "../../adapters/skills/skill-library.ts";
import type { SkillLibrary } from "../../core/knowledge.ts";
import type { Environment } from "../settings/locations.ts";
import type { ReadTrusted } from "../trust/trust.ts";

export interface SkillRequest {
  readonly cwd: string;
  /** Reads a folder's own skills, which count only when it is trusted. */
  readonly trusted: ReadTrusted | undefined;
  readonly environment: Environment;
  readonly configFolder: string;
  /** Folders of the settings; relative ones to the working folder. */
  readonly folders: readonly string[];
}

export interface LastingSkills extends SkillRequest {
  /** Somebody sits there, who may add a first skill meanwhile. */
  readonly isInteractive: boolean;
}

const NO_SKILLS: SkillLibrary = { outline: () => [], all: () => [], files: () => [] };

/** Where skills lie, nearest first. */
export function skillPlaces(request: SkillRequest): readonly SkillPlace[] {
  return possiblePlaces(request).filter((place) => existsSync(place.folder));
}

function possiblePlaces({ cwd, trusted, environment, configFolder, folders }: SkillRequest): readonly SkillPlace[] {
  const home = environment["HOME"];
  return [
    ...(trusted ? projectPlaces(cwd, trusted) : []),
    ...folders.map((folder) => ({ folder: resolve(cwd, folder), origin: "configured" as const })),
    { folder: join(configFolder, "skills"), origin: "user" as const },
    ...(home ? [{ folder: join(home, ".claude", "skills"), origin: "user" as const }] : []),
  ];
}

/** What a link leads to elsewhere was not trusted with the folder. */
const projectPlaces = (cwd: string, trusted: ReadTrusted): readonly SkillPlace[] =>
  [".waymark", ".claude"].map((name) => ({
    ...{ folder: join(cwd, name, "skills"), origin: "project", within: cwd },
    read: (path) => trusted(path, { within: cwd }),
  }));

/** The library; its reader is loaded only where there is a folder to read, or may be one later. */
export async function openSkills(request: LastingSkills): Promise<SkillLibrary> {
  const places = request.isInteractive ? possiblePlaces(request) : skillPlaces(request);
  if (places.length === 0) return NO_SKILLS;
  const { createSkillLibrary } = await import("../../adapters/skills/skill-library.ts");
  return createSkillLibrary(places);
}

const NAMED_MAX = 20;
const DESCRIPTION_CHARS = 160;

/** What the model is told of the skills from the start: names and what they are for. */
export function skillsPrompt(library: SkillLibrary): string {
  const skills = library.outline();
  if (skills.length === 0) return "";
  const lines = skills
    .slice(0, NAMED_MAX)
    .map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, " ").slice(0, DESCRIPTION_CHARS)}`);
  if (skills.length > NAMED_MAX) lines.push(`- … ${skills.length - NAMED_MAX} more`);
  return `# Skills\nWritten knowledge: load_skill reads one; search_skills finds more, also below these.\n${lines.join("\n")}`;
}
