import type { FileFacts, ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";

const TEXT_LENGTH_MAX = 100;

export type Draft = { -readonly [Key in keyof SymbolFact]: SymbolFact[Key] };
export type ScheduleFacts = Pick<FileFacts, "symbols" | "references">;

interface EdgePlace {
  readonly line: number;
  readonly text: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Scheduled jobs, what they run and what they start. */
export class Schedule {
  readonly symbols: Draft[] = [];
  readonly references: ReferenceFact[] = [];
  readonly #keys = new UniqueKeys();

  entry(name: string, line: number, text: string, detail: Record<string, unknown>): Draft {
    const wanted = `entry:${name}`;
    const key = this.#keys.take(wanted, line);
    const draft: Draft = { key, kind: "entry", name, start: line, end: line, detail };
    this.symbols.push(draft);
    const member = typeof detail["member"] === "string" ? detail["member"] : name;
    this.edge("executes", key, member, { line, text });
    return draft;
  }

  edge(kind: "executes" | "starts", from: string, name: string, place: EdgePlace): void {
    const { line, text, detail } = place;
    const shown = text.replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX);
    this.references.push({ kind, from, name, targets: ["job"], line, text: shown, ...(detail && { detail }) });
  }
}
