import { LiveDesk, type LiveReply, type LiveRequest } from "../../adapters/sessions/live-requests.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver, Asker, Question } from "../../core/ports/person.ts";
import type { Display } from "../../core/protocol/display.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import {
  type ApprovalOption,
  approvalFacts,
  approvalOptions,
  type FactWords,
  saidNo,
} from "../permissions/approval-options.ts";
import type { PromptText } from "../prompt-text.ts";
import { systemClock } from "../system-clock.ts";

/** What a run does that somebody at another place wants of it. */
export interface Reach {
  steer(told: PromptText): void;
  interrupt(): void;
}

/** Takes secrets out: what is asked stands in a file for as long as it waits. */
interface LiveRedaction {
  recorded(event: RecordedEvent): Promise<RecordedEvent>;
  text(text: string): Promise<string>;
}

/** A question as it stands in the file; texts as they came, without secrets. */
export type LiveAsked =
  | {
      readonly kind: "approval";
      readonly name: string;
      readonly agent?: string;
      readonly reason: string;
      readonly display: Display;
      readonly facts: readonly string[];
      readonly options: readonly (Pick<ApprovalOption, "key" | "forGood"> & { readonly label: string })[];
    }
  | { readonly kind: "question"; readonly question: string; readonly options: readonly string[] };

type Answer = Extract<LiveRequest, { kind: "answer" }>;

interface Waiting {
  readonly choices: readonly string[] | "any";
  readonly take: (answer: Answer) => void;
}

/** The key of a no; words may go with it. */
export const NO_KEY = "n";
const SETTLED_KEPT_MAX = 200;
const LABELS: Readonly<Record<ApprovalOption["key"], (grants: string) => string>> = {
  y: () => "Yes, once",
  a: (rule) => `Always in this session: ${rule}`,
  p: (rule) => `Always, kept in your settings: ${rule}`,
  s: (kind) => `For this session, allow it to ${kind}`,
};
const FACT_WORDS: FactWords = {
  rule: (rule) => `asked because of the rule ${rule}`,
  sandbox: (sandbox) => `runs in ${sandbox}`,
};

/** A run that other processes of the same person may look at, steer, interrupt and answer. The first answer counts, whoever gives it. */
export class LiveRun {
  readonly #redaction: LiveRedaction;
  readonly #reach: Reach;
  readonly #desk: LiveDesk;
  readonly #waiting = new Map<string, Waiting>();
  /** How it ended, for those who answer too late. */
  readonly #settled = new Map<string, string>();

  constructor(folder: string, redaction: LiveRedaction, reach: Reach) {
    this.#redaction = redaction;
    this.#reach = reach;
    this.#desk = new LiveDesk(folder, (request) => this.#take(request));
  }

  /** Asks the face and whoever looks from outside. */
  async approve(face: Approver, request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const options = approvalOptions(request);
    const asked = await this.#askedOf(request, options);
    const choices = [...options.map(({ key }) => key), NO_KEY];
    const first = await this.#first(asked, choices, signal, (own) => face.approve(request, own));
    if (first.by === "here") return first.answer;
    const { choice, words = "" } = first.answer;
    const option = options.find(({ key }) => key === choice);
    return option?.answer ?? saidNo(words.trim() === "" ? "" : words);
  }

  async ask(face: Asker, question: Question, signal: AbortSignal): Promise<string | undefined> {
    const asked = { kind: "question", ...question } as const;
    const first = await this.#first(asked, "any", signal, (own) => face.ask(question, own));
    return first.by === "here" ? first.answer : first.answer.choice;
  }

  close(): void {
    this.#desk.close();
  }

  async #askedOf(request: ApprovalRequest, options: readonly ApprovalOption[]): Promise<LiveAsked> {
    const { call, display, decision, agent } = request;
    const clean = (text: string): Promise<string> => this.#redaction.text(text);
    const shown = await this.#redaction.recorded({ type: "call-start", call, display, accesses: [] });
    return {
      kind: "approval",
      name: call.name,
      ...(agent === undefined ? {} : { agent }),
      reason: await clean(decision.reason),
      display: shown.type === "call-start" ? shown.display : display,
      facts: await Promise.all(approvalFacts(request, FACT_WORDS).map(clean)),
      options: await Promise.all(
        options.map(async ({ key, grants, forGood }) => ({
          ...{ key, label: await clean(LABELS[key](grants)) },
          ...(forGood === undefined ? {} : { forGood: await clean(forGood) }),
        })),
      ),
    };
  }

  /** What was answered first, here or from outside; the other side is told that it is over. */
  async #first<Here>(
    asked: LiveAsked,
    choices: Waiting["choices"],
    signal: AbortSignal,
    here: (signal: AbortSignal) => Promise<Here>,
  ): Promise<{ readonly by: "here"; readonly answer: Here } | { readonly by: "outside"; readonly answer: Answer }> {
    const id = systemClock.id();
    const outside = Promise.withResolvers<Answer>();
    this.#waiting.set(id, { choices, take: outside.resolve });
    const takeAway = this.#desk.ask({ id, at: new Date().toISOString(), asked });
    const answered = new AbortController();
    try {
      const first = await Promise.race([
        here(AbortSignal.any([signal, answered.signal])).then((answer) => ({ by: "here", answer }) as const),
        outside.promise.then((answer) => ({ by: "outside", answer }) as const),
      ]);
      this.#settle(id, first.by === "here" ? "where the run was started" : "in a browser");
      return first;
    } finally {
      if (this.#waiting.has(id)) this.#settle(id, "where the run was started");
      takeAway();
      answered.abort();
    }
  }

  #settle(id: string, where: string): void {
    this.#waiting.delete(id);
    this.#settled.set(id, where);
    for (const oldest of this.#settled.keys()) {
      if (this.#settled.size <= SETTLED_KEPT_MAX) break;
      this.#settled.delete(oldest);
    }
  }

  #take(request: LiveRequest): LiveReply {
    switch (request.kind) {
      case "steer":
        if (typeof request.text !== "string" || request.text.trim() === "") return refused("There is no text in it.");
        this.#reach.steer({ text: request.text, written: request.text });
        return { kind: "done" };
      case "interrupt":
        this.#reach.interrupt();
        return { kind: "done" };
      case "answer":
        return this.#answer(request);
    }
    // Another version may want what this one does not know.
    return refused("This run does not know that request.");
  }

  #answer(answer: Answer): LiveReply {
    const waiting = this.#waiting.get(answer.asked);
    if (waiting === undefined) {
      const where = this.#settled.get(answer.asked);
      return refused(
        where === undefined ? "Nothing such is asked." : `It was answered already, ${where}; that answer counts.`,
      );
    }
    if (waiting.choices !== "any" && !waiting.choices.includes(answer.choice))
      return refused(`There is no answer "${answer.choice}" to this; there are ${waiting.choices.join(", ")}.`);
    if (typeof answer.choice !== "string" || answer.choice.trim() === "") return refused("There is no answer in it.");
    this.#settle(answer.asked, "in a browser");
    waiting.take(answer);
    return { kind: "done" };
  }
}

const refused = (why: string): LiveReply => ({ kind: "refused", why });
