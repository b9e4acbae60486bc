import type { Memory, MemoryNote, Skill, SkillLibrary } from "../../core/knowledge.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import type { SettingSource } from "../settings/setting-source.ts";
import { notInInstructions } from "./folder-instructions.ts";
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
  /** What of the notes is left out. */
  warnings(): readonly string[];
}

interface KnowledgeRequest extends LastingSkills {
  /** Somebody could allow a note. */
  readonly isRememberingOffered: boolean;
  readonly settingSources: readonly SettingSource[];
  readonly rules: RuleSet;
}

export async function openKnowledge(request: KnowledgeRequest): Promise<Knowledge> {
  const { cwd, configFolder, settingSources, isRememberingOffered: isOffered, rules } = request;
  const skills = await openSkills(request);
  const whyNot = await notInInstructions(cwd, rules);
  const told = new Set<string>();
  const warn = (text: string): unknown => told.add(text);
  const memory = openMemory({ cwd, configFolder, settingSources, isOffered, whyNot, warn });
  const prompt: Knowledge["prompt"] = (more = "") =>
    [skillsPrompt(skills), memoryPrompt(memory), more].filter((text) => text !== "").join("\n\n");
  const loaded: Knowledge["loaded"] = (instructionFiles) => ({
    instructionFiles,
    skills: skills.outline(),
    notes: memory.read(),
  });
  const warnings = (): readonly string[] => {
    if (!memory.isEmpty()) memory.read();
    return [...told];
  };
  return { skills, memory, prompt, loaded, warnings };
}
