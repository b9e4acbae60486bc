import type { NoteEvent } from "./ports/hooks.ts";
import type { RecordedEvent } from "./protocol/event.ts";

const TOPIC = "goal";

/** How it stands with a goal. */
export type GoalState = "set" | "reached" | "blocked" | "open" | "cleared";

export interface Goal {
  readonly text: string;
  readonly state: GoalState;
}

/** What a log keeps of a goal. @param told  what people are shown of it */
export function goalNote(goal: Goal, told = ""): NoteEvent {
  return { type: "note", topic: TOPIC, text: told, detail: goal };
}

/** What a note says of a goal; undefined where it is about something else. */
export function goalIn(event: RecordedEvent): Goal | undefined {
  return event.type === "note" && event.topic === TOPIC ? (event.detail as Goal) : undefined;
}

/** Its text as long as it is pursued. */
export function pursuedIn({ text, state }: Goal): string | undefined {
  return state === "set" || state === "open" ? text : undefined;
}
