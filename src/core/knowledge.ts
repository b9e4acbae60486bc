// Ports of what was written down for later sessions.

/** Written knowledge: a SKILL.md (agentskills.io) and the files beside it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Markdown below the front matter. */
  readonly body: string;
  /** Absolute path of its SKILL.md. */
  readonly path: string;
  readonly origin: "project" | "user" | "configured";
  /** 0 for one that is a whole place, 1 for one right below it. */
  readonly depth: number;
}

/** Disclosed in three tiers: names from the start, a body when it is loaded, the files beside it when they are read. */
export interface SkillLibrary {
  /** Those at the top of their places; cheap. */
  outline(): readonly Skill[];
  /** Those below them too; read once. */
  all(): readonly Skill[];
  /** Files that belong to it, relative to its folder. */
  files(skill: Skill): readonly string[];
}

export type MemoryScope = "project" | "user";

export interface MemoryNote {
  readonly scope: MemoryScope;
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly date?: string;
}

/** Notes that outlive a session, in plain files that a person can read and edit. */
export interface Memory {
  isEmpty(): boolean;
  /** Whether somebody or some rule could allow a note: else no model need be told of the tool. */
  isOffered(): boolean;
  /** The person's, then the project's; oldest first. */
  read(): readonly MemoryNote[];
  /** @throws {ToolFailure} when the file is full or cannot be written */
  add(scope: MemoryScope, text: string): { readonly kind: "added" | "known"; readonly path: string };
  /** As it is shown. */
  path(scope: MemoryScope): string;
}
