import type { ItemState } from "../../core/ports/queue.ts";
import type { Display } from "../../core/protocol/display.ts";
import type { PlanRevision, PlanStep } from "../../core/protocol/plan.ts";
import type { Usage } from "../../core/protocol/usage.ts";

// What the server of `waymark view` says to its pages, as JSON. Nothing in any text of it acts: controls are taken out.

/** One thing of a session as it is read: a call and its result are one. `left`: how many characters of it were not sent. */
export type Entry = { readonly at: string; readonly left?: number } & (
  | { readonly kind: "start"; readonly cwd: string; readonly version: string; readonly parentId?: string }
  | { readonly kind: "run"; readonly model: string; readonly strategy: string; readonly mode: string }
  | { readonly kind: "prompt"; readonly origin: string; readonly text: string; readonly images: number }
  | {
      readonly kind: "reply";
      readonly text: string;
      readonly thinking: string;
      readonly model: string;
      readonly usage: Usage;
      readonly costUsd: number;
      readonly durationMs: number;
      readonly isAside: boolean;
    }
  | CallEntry
  | { readonly kind: "note"; readonly topic: string; readonly text: string }
  | {
      readonly kind: "end";
      readonly outcome: string;
      readonly text: string;
      readonly steps: number;
      readonly usage: Usage;
      readonly costUsd: number;
      readonly isCostUnknown: boolean;
      readonly durationMs: number;
    }
);

export interface CallEntry {
  readonly at: string;
  readonly left?: number;
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** As JSON. */
  readonly input: string;
  readonly display: Display;
  readonly approval?: { readonly allowed: boolean; readonly why: string };
  readonly result?: {
    readonly failed: boolean;
    readonly text: string;
    readonly display: Display;
    readonly durationMs: number;
  };
}

/** What a session had come to when something was answered; the numbers add up from its beginning. */
export interface CostPoint {
  readonly at: string;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** `running`: a living process works on a run of it; `open`: a living process holds it, between two runs. */
export type SessionState = "running" | "open" | "closed";

export interface SessionRow {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly modifiedMs: number;
  readonly sizeBytes: number;
  readonly state: SessionState;
  /** How many questions wait for a person. */
  readonly asked: number;
}

export interface SessionHead extends SessionRow {
  readonly entries: number;
  /** At most `POINTS_MAX` of them, the last one included. */
  readonly cost: readonly CostPoint[];
  /** Of the reply that is under way. */
  readonly underWay: string;
  readonly questions: readonly Asked[];
}

export interface EntryPage {
  readonly from: number;
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** What became of a session since a page last heard of it. */
export interface SessionChanges {
  /** What the next question is to name. */
  readonly seen: string;
  /** Absent: the same as before. */
  readonly head?: SessionHead;
  /** What was added or has changed, or as much of that as is sent at once. */
  readonly page?: EntryPage;
  /** Nothing is known of what was seen: all entries are to be asked for anew. */
  readonly isAnew?: true;
}

/** What a run waits for a person to say. Every byte of what it would do can be seen. */
export type Asked = { readonly id: string; readonly at: string } & (
  | {
      readonly kind: "approval";
      readonly name: string;
      readonly agent?: string;
      readonly reason: string;
      readonly display: Display;
      /** What it touches, where links lead, what holds it: one line each. */
      readonly facts: readonly string[];
      readonly choices: readonly AskedChoice[];
    }
  | { readonly kind: "question"; readonly question: string; readonly options: readonly string[] }
);

export interface AskedChoice {
  /** What is sent, and what the keyboard knows it by. */
  readonly key: string;
  readonly label: string;
  /** Words may go with it. */
  readonly takesWords: boolean;
}

/** A run to be started. */
export interface RunWanted {
  readonly prompt: string;
  /** A session to go on with; a new one without. */
  readonly session?: string;
  readonly model?: string;
}

export interface PlanRow {
  readonly id: string;
  /** Of the plan; `unreadable` where its file is none. */
  readonly status: string;
  readonly goal: string;
  /** How far it is, or what is wrong with it. */
  readonly progress: string;
  readonly isRunning: boolean;
}

/** What this `waymark view` does or did with a plan. */
export interface PlanRunShown {
  /** The session that records it. */
  readonly session: string;
  readonly isRunning: boolean;
  /** What went wrong that its session does not say. */
  readonly trouble?: string;
}

/** A plan, or a file that was to be one. `text` is the file, `seen` what a change of it must name. */
export type PlanShown = {
  readonly id: string;
  readonly text: string;
  readonly seen: string;
  readonly isRunning: boolean;
  readonly run?: PlanRunShown;
} & (
  | { readonly kind: "broken"; readonly why: string }
  | {
      readonly kind: "plan";
      readonly goal: string;
      readonly status: string;
      readonly error: string;
      readonly progress: string;
      readonly steps: readonly PlanStep[];
      readonly revisions: readonly PlanRevision[];
      /** The graph as a data URL of an SVG; empty where it is too large to be looked at. */
      readonly picture: string;
      /** A person agreed to the steps as they are. */
      readonly isApproved: boolean;
    }
);

export interface SettingRow {
  readonly key: string;
  /** As JSON, without what may be a key; empty where nothing is set. */
  readonly value: string;
  /** `flag --model`, `environment WAYMARK_MODEL`, a file's path, or `default`. */
  readonly source: string;
  readonly isDefault: boolean;
  readonly allowed: string;
  /** The flag and the variables that set it, too. */
  readonly setBy: readonly string[];
  readonly description: string;
}

export interface SettingsShown {
  readonly settings: readonly SettingRow[];
  /** Files that do not count, because the folder is not trusted. */
  readonly ignored: readonly string[];
}

/** How many items are in which state, and what was spent on them. */
interface BatchCounts {
  /** As `waymark batch status` says it. */
  readonly line: string;
  readonly states: Readonly<Record<ItemState, number>>;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type BatchRow = { readonly name: string } & (
  | ({ readonly kind: "counted" } & BatchCounts)
  | { readonly kind: "damaged"; readonly why: string }
);

export interface BatchesShown {
  readonly batches: readonly BatchRow[];
  /** They lie on a server, not in the folder. */
  readonly isOnServer: boolean;
}

export interface BatchShown extends BatchCounts {
  readonly name: string;
  readonly file: string;
  readonly folder: string;
  readonly at: string;
  /** With the pace and the time that is left, as `waymark batch watch` says it. */
  readonly progress: string;
  /** `job`: the whole job of its file; `queued`: what is in the queue, because the job is of another folder. */
  readonly runs: "job" | "queued";
  /** What is asked first is a model, so that the batch service of its provider could be. */
  readonly asksModelFirst: boolean;
  /** What this `waymark view` does or did with it; absent where that is nothing. */
  readonly work?: BatchWork;
}

export interface BatchWork {
  readonly isRunning: boolean;
  /** What a person should know of it, the last of it being how it ended. */
  readonly told: readonly string[];
  readonly hasFailed: boolean;
}

/** An item and what it came to; texts of values that are none are JSON. */
export interface BatchItem {
  readonly id: string;
  readonly state: ItemState;
  readonly problem?: string;
  readonly answer?: string;
  /** What an agent changed. */
  readonly patch?: string;
  readonly by?: string;
  readonly item: string;
  readonly leases: number;
  readonly costUsd: number;
  /** How many characters of it were not sent. */
  readonly left?: number;
}

export interface BatchItems {
  readonly items: readonly BatchItem[];
  /** Where those begin that come next; absent when there are none. */
  readonly next?: number;
}

/** Who answered how many of the items that are done. */
export interface BatchLanes {
  readonly lanes: readonly {
    readonly lane: number;
    readonly by: string;
    readonly items: number;
    readonly costUsd: number;
  }[];
}
