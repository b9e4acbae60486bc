import { hash } from "node:crypto";
import { isObject } from "../../base/is-object.ts";
import { type HookEvent, REFUSAL_MEANS } from "../../core/hooks/hook-events.ts";
import { type HookReport, joinReports, readReport } from "../../core/hooks/read-report.ts";
import { type HookAnswer, type Hooks, NO_ANSWER, type NoteEvent, type Occasion } from "../../core/ports/hooks.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { ConfiguredHook } from "./configured-hooks.ts";
import { isMeant, toldCalls } from "./match-hook.ts";
import { type HookMeans, type HookRun, runHook } from "./run-hook.ts";

/** What every hook is told of the session. */
export interface SessionFacts {
  readonly session_id: string;
  readonly transcript_path: string;
  readonly permission_mode: string;
}

const TOPIC = "hook";
/** Of one occasion. */
const HOOKS_MAX = 64;
/** To start a program keeps everybody waiting, and each may say a megabyte. */
const HOOKS_SIDE_BY_SIDE = 8;
const REASON_CHARS_MAX = 400;

/** The hooks of one session. */
export class SessionHooks implements Hooks {
  readonly #hooks: readonly ConfiguredHook[];
  readonly #means: HookMeans;
  readonly #facts: () => SessionFacts;
  /** What hooks said of calls that have no result in the log: a process that was killed asks them no second time. */
  readonly #recorded: Map<string, RecordedAnswer>;
  readonly #done = new Set<string>();
  readonly #detached = new Set<Promise<unknown>>();

  /** @param history  as it was when the session was opened */
  constructor(
    hooks: readonly ConfiguredHook[],
    means: HookMeans,
    facts: () => SessionFacts,
    history: readonly RecordedEvent[],
  ) {
    this.#hooks = hooks.filter(({ state }) => state === "ready");
    this.#means = means;
    this.#facts = facts;
    this.#recorded = recordedAnswers(history);
  }

  has(event: HookEvent): boolean {
    return this.#hooks.some((hook) => hook.event === event);
  }

  async fire(
    occasion: Occasion,
    signal: AbortSignal,
  ): Promise<{ readonly answer: HookAnswer; readonly note: NoteEvent | undefined }> {
    const meant = this.#meant(occasion);
    if (meant.length === 0) return { answer: NO_ANSWER, note: undefined };
    const key = keyOf(occasion);
    const known = key === undefined ? undefined : this.#recorded.get(key);
    if (key !== undefined) this.#recorded.delete(key);
    const sealed = (answer: unknown): string => this.#sealOf(key, meant, answer);
    // What anybody else wrote into the log was not said, nor what other hooks than these said.
    if (known !== undefined && known.seal === sealed(known.answer))
      return { answer: { context: [], ...known.answer }, note: undefined };
    const told: ToldHook[] = [];
    for (let from = 0; from < meant.length; from += HOOKS_SIDE_BY_SIDE) {
      const some = meant.slice(from, from + HOOKS_SIDE_BY_SIDE);
      const running = some.map(async (hook) => ({ hook, reports: await this.#reports(hook, occasion, signal) }));
      told.push(...(await Promise.all(running)));
    }
    const answer = joinReports(
      told.flatMap(({ reports }) => reports),
      occasion.changedBy,
    );
    const note = noteOf(occasion, told, key === undefined ? { answer } : { key, answer, seal: sealed(answer) });
    return { answer, note };
  }

  #sealOf(key: string | undefined, hooks: readonly ConfiguredHook[], answer: unknown): string {
    const { session_id } = this.#facts();
    const hashes = hooks.map((hook) => hook.hash);
    return this.#means.seal(JSON.stringify([TOPIC, session_id, key, hashes, answer]));
  }

  /** Each once, though several files may name it. */
  #meant(occasion: Occasion): readonly ConfiguredHook[] {
    const { changedBy = [] } = occasion;
    const meant = new Map<unknown, ConfiguredHook>();
    for (const hook of this.#hooks) {
      if (!isMeant(hook, occasion) || (hook.isOnce && this.#done.has(hook.hash))) continue;
      // Who is not waited for has heard of the call, and can keep it from nothing.
      if (changedBy.length > 0 && (hook.isAsync || hook.hash === changedBy.at(-1))) continue;
      const { work } = hook;
      const same = work.kind === "function" ? work.run : JSON.stringify(work);
      if (!meant.has(same)) meant.set(same, hook);
    }
    for (const { hash: id } of meant.values()) this.#done.add(id);
    return [...meant.values()].slice(0, HOOKS_MAX);
  }

  async #reports(hook: ConfiguredHook, occasion: Occasion, signal: AbortSignal): Promise<readonly HookReport[]> {
    const { event, call, fields } = occasion;
    const { cwd } = this.#means.rooms;
    const calls = call === undefined ? [undefined] : toldCalls(hook, call, cwd);
    const reports: HookReport[] = [];
    for (const one of calls) {
      const { back, ...named } = one ?? { back: (input: unknown) => input };
      const input = {
        ...this.#facts(),
        ...{ cwd, hook_event_name: hook.eventName },
        ...fields,
        ...named,
        ...(call === undefined ? {} : { tool_use_id: call.id, accesses: call.accesses }),
      };
      const running = runHook(hook, input, this.#means, signal);
      if (hook.isAsync) {
        this.#detached.add(running);
        void running.finally(() => this.#detached.delete(running));
        continue;
      }
      const report = strict(reportOf(event, await running), hook);
      reports.push({ ...report, by: hook.hash, ...(report.input === undefined ? {} : { input: back(report.input) }) });
    }
    return reports;
  }
}

const NO_YES =
  "said allow, which does not count: what it runs lies, or may lie, where a session writes; it may refuse, or want a person asked";

/** What a hook said, as far as it may. */
function reportOf(event: HookEvent, { end, mayAllow }: HookRun): HookReport {
  const { permission, ...report } = readReport(event, end);
  if (permission === undefined) return report;
  return mayAllow || permission.verdict !== "allow"
    ? { ...report, permission }
    : { ...report, told: [...report.told, NO_YES] };
}

/** A hook that must not fail refuses by failing. */
function strict(report: HookReport, { event, blocksOnFailure }: ConfiguredHook): HookReport {
  if (!report.failed || !blocksOnFailure || REFUSAL_MEANS[event] === "person") return report;
  return { ...report, block: `a hook that must not fail ${report.told.join("; ")}` };
}

/** The same occasion has the same key in another process; undefined where it may rightly come again. */
function keyOf({ event, call, changedBy = [] }: Occasion): string | undefined {
  if (call === undefined || !/^P(?:re|ost)ToolUse/.test(event)) return undefined;
  const said = [call.name, call.input, ...changedBy];
  return `${event} ${call.id} ${hash("sha256", JSON.stringify(said)).slice(0, 16)}`;
}

interface RecordedAnswer {
  readonly answer: Partial<HookAnswer>;
  readonly seal: unknown;
}

function recordedAnswers(history: readonly RecordedEvent[]): Map<string, RecordedAnswer> {
  const open = new Map<string, Map<string, RecordedAnswer>>();
  for (const event of history) {
    if (event.type === "call-end") open.delete(event.result.callId);
    if (event.type !== "note" || event.topic !== TOPIC || !isObject(event.detail)) continue;
    const { key, callId, answer, seal } = event.detail;
    if (typeof key !== "string" || typeof callId !== "string" || !isObject(answer)) continue;
    const ofCall = open.get(callId) ?? new Map<string, RecordedAnswer>();
    ofCall.set(key, { answer, seal });
    open.set(callId, ofCall);
  }
  return new Map([...open.values()].flatMap((answers) => [...answers]));
}

interface SaidAnswer {
  readonly answer: HookAnswer;
  readonly key?: string;
  readonly seal?: string;
}

interface ToldHook {
  readonly hook: ConfiguredHook;
  readonly reports: readonly HookReport[];
}

/** Its text is for people, and empty where there is nothing to say. */
function noteOf({ event, call }: Occasion, told: readonly ToldHook[], said: SaidAnswer): NoteEvent {
  const lines = told.flatMap(({ hook, reports }) =>
    reports.flatMap(linesOf).map((line) => `Hook ${hook.title} (${event}): ${line.slice(0, REASON_CHARS_MAX)}`),
  );
  return {
    type: "note",
    topic: TOPIC,
    text: [...new Set(lines)].join("\n"),
    detail: {
      event,
      ...(call === undefined ? {} : { callId: call.id }),
      hooks: told.map(({ hook }) => hook.title),
      ...said,
    },
  };
}

function linesOf({ told, block, permission, input, halt }: HookReport): readonly string[] {
  return [
    ...told,
    ...(block === undefined ? [] : [`refused: ${block}`]),
    ...(permission === undefined ? [] : [`${WORDS[permission.verdict]}: ${permission.reason}`]),
    ...(input === undefined ? [] : ["changed the arguments"]),
    ...(halt === undefined ? [] : [`ends the run: ${halt}`]),
  ];
}

const WORDS = { allow: "allowed it", ask: "wants a person asked", deny: "refused it" } as const;
