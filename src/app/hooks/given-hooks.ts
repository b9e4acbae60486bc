import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { HOOK_EVENTS, type HookEvent, hookEventNamed } from "../../core/hooks/hook-events.ts";

/**
 * A hook that is a function of the program that Waymark is part of.
 * @param input   what a hook's standard input would hold
 * @param callId  of the call that it is about
 * @returns       what a hook's standard output would hold, as a value; nothing to let everything be
 */
export type HookFunction = (
  input: Readonly<Record<string, unknown>>,
  callId: string | undefined,
  options: { readonly signal: AbortSignal },
) => unknown;

export interface GivenHookGroup {
  /** Which tools, or which kinds of the event; all when absent. */
  readonly matcher?: string | null;
  readonly hooks: readonly HookFunction[];
  /** Seconds; 60 when absent. */
  readonly timeout?: number;
}

export type GivenHooks = Readonly<Partial<Record<string, readonly GivenHookGroup[]>>>;

export interface GivenHook {
  readonly event: HookEvent;
  readonly matcher: string;
  readonly run: HookFunction;
  readonly timeoutMs: number | undefined;
}

/** @throws {UserError} for an event that there is not */
export function givenHooks(groups: GivenHooks): readonly GivenHook[] {
  return Object.entries(groups).flatMap(([name, list = []]) => {
    const event = hookEventNamed(name);
    if (event === undefined)
      throw new UserError(
        phrase`hooks: there is no event "${name}"; there are: ${HOOK_EVENTS.join(", ")}.`,
        EXIT.usage,
      );
    return list.flatMap(({ matcher, hooks, timeout }) =>
      hooks.map((run) => ({
        event,
        matcher: matcher ?? "",
        run,
        timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      })),
    );
  });
}
