import type { Memory, MemoryNote, Skill, SkillLibrary } from "../../core/knowledge.ts";
import { memoryPrompt, openMemory } from "./memory.ts";
import { type LastingSkills, openSkills, skillsPrompt } from "./skills.ts";

/** For `/memory` and the commands of skills: what is loaded, and from where. */
export interface SessionKnowledge {
  /** Absolute paths of the instruction files, in their order. */
  readonly instructionFiles: readonly string[];
  readonly skills: readonly Skill[];
  readonly notes: readonly MemoryNote[];
}

/** What was written down for this folder and this person. */
export interface Knowledge {
  readonly skills: SkillLibrary;
  readonly memory: Memory;
  /** What of it the model is told from the first request on, with `more` at its end; empty when there is nothing. */
  prompt(more: string | undefined): string;
  /** For people. @param instructionFiles those that were read beside it */
  loaded(instructionFiles: readonly string[]): SessionKnowledge;
}

/** @param request.isRememberingOffered  somebody could allow a note */
export async function openKnowledge(
  request: LastingSkills & { readonly isRememberingOffered: boolean },
): Promise<Knowledge> {
  const skills = await openSkills(request);
  const memory = openMemory(request.cwd, request.configFolder, request.isRememberingOffered);
  const prompt: Knowledge["prompt"] = (more = "") =>
    [skillsPrompt(skills), memoryPrompt(memory), more].filter((text) => text !== "").join("\n\n");
  const loaded: Knowledge["loaded"] = (instructionFiles) => ({
    instructionFiles,
    skills: skills.outline(),
    notes: memory.read(),
  });
  return { skills, memory, prompt, loaded };
}
