import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { HOOK_EVENTS, hookEventNamed } from "../../core/hooks/hook-events.ts";
import type { HookAnswer, Occasion } from "../../core/ports/hooks.ts";
import { ToolFailure } from "../../core/tool.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import type { House } from "../open-house.ts";
import { distrustHooks, trustHooks } from "../trust/hook-trust.ts";
import { type ConfiguredHook, configuredHooks, type FoundHooks } from "./configured-hooks.ts";
import { hookBounds } from "./hook-bounds.ts";
import type { HookPlace } from "./hook-place.ts";
import { SessionHooks } from "./session-hooks.ts";

/** Every hook for a folder, and what is wrong with those that are none. Runs none. */
export const listHooks = (place: HookPlace): Promise<FoundHooks> => configuredHooks(place);

/**
 * Says yes to hooks as they are now.
 * @param ids  the beginnings of their ids; empty: all that wait for a yes
 * @throws {UserError} for an id that none or several have
 */
export async function trustListed(place: HookPlace, ids: readonly string[]): Promise<readonly ConfiguredHook[]> {
  const { hooks } = await configuredHooks(place);
  const chosen =
    ids.length === 0 ? hooks.filter(({ state }) => state === "untrusted") : ids.map((id) => hookNamed(hooks, id));
  if (chosen.length > 0)
    trustHooks(
      place.cwd,
      chosen.map((hook) => hook.hash),
      place.places,
    );
  return chosen;
}

/** Takes back every yes for this folder. */
export function distrustListed({ cwd, places }: HookPlace): void {
  distrustHooks(cwd, places);
}

/** A hook in one line, safe for a terminal, with all that it runs. */
export function shownHook({ id, event, matcher, text, source }: ConfiguredHook): string {
  const when = matcher === "" ? event : `${event}(${matcher})`;
  return oneLine(`${id}  ${when}  ${text}  ${source}`);
}

/** Where hooks run that do not run as the person: what is lost there is lost without a word. */
export async function sandboxedNote(hooks: readonly ConfiguredHook[], house: House): Promise<Words | undefined> {
  const bounds = await Promise.all(
    hooks.filter(({ work }) => work.kind === "command").map((hook) => hookBounds(hook, house)),
  );
  const kept = bounds.filter(({ isAsPerson }) => !isAsPerson).length;
  if (kept === 0 || !(await house.sandbox.confines())) return undefined;
  return phrase`Hooks of these that run in the sandbox: ${kept}. What one writes outside of the folder, below $HOME or in /tmp, fails or is gone afterwards. In your own settings \`"sandbox": false\` has one run as you.`;
}

/** Safe for a terminal. */
export const oneLine = (text: string): string => sanitizeTerminal(text, { context: "approval" }).replaceAll("\n", " ");

function hookNamed(hooks: readonly ConfiguredHook[], id: string): ConfiguredHook {
  const [found, ...others] = hooks.filter((hook) => hook.id.startsWith(id));
  if (found && others.every(({ hash }) => hash === found.hash)) return found;
  const many = found ? "several hooks" : "no hook";
  throw new UserError(phrase`${many} with the id "${id}" here; \`waymark hooks list\` shows them.`, EXIT.usage);
}

/** An event to try hooks with. */
export interface TriedEvent {
  readonly event: string;
  /** Of a call, by any agent's name. */
  readonly tool?: string;
  readonly input?: unknown;
  readonly subject?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface TriedHooks {
  /** What those that would run said together. */
  readonly answer: HookAnswer;
  /** One line for each that had something to say. */
  readonly told: string;
  /** Those that ran. */
  readonly ran: readonly string[];
}

/** Runs the hooks of an event that has not happened. @throws {UserError} for an event or a tool that there is not */
export async function tryHooks(house: House, tried: TriedEvent, signal: AbortSignal): Promise<TriedHooks> {
  const event = hookEventNamed(tried.event);
  if (event === undefined)
    throw new UserError(phrase`There is no event "${tried.event}"; there are: ${HOOK_EVENTS.join(", ")}.`, EXIT.usage);
  const { hooks } = await configuredHooks(house);
  const toolbox = await house.looseTools();
  const { config } = house;
  const means = { processes: toolbox.ports.processes, rooms: house, offline: config.offline, seal: house.seal };
  const facts = { session_id: "test", transcript_path: "", permission_mode: config.permissionMode };
  const session = new SessionHooks(hooks, means, () => facts, []);
  const { tool, input = {}, subject, fields } = tried;
  const call = tool === undefined ? {} : { call: await callOf(tool, input, toolbox) };
  const occasion: Occasion = {
    event,
    ...call,
    ...(subject === undefined ? {} : { subject }),
    ...(fields && { fields }),
  };
  const { answer, note } = await session.fire(occasion, signal);
  const detail = note?.detail as { readonly hooks: readonly string[] } | undefined;
  return { answer, told: note?.text ?? "", ran: detail?.hooks ?? [] };
}

async function callOf(
  name: string,
  input: unknown,
  { asMeant, tools }: Awaited<ReturnType<House["looseTools"]>>,
): Promise<NonNullable<Occasion["call"]>> {
  const { call } = asMeant({ id: "test", name, input });
  const tool = tools.get(call.name);
  if (tool === undefined)
    throw new UserError(phrase`There is no tool "${name}" here; \`waymark tool list\` shows them.`, EXIT.usage);
  await tool.load?.();
  try {
    return { ...call, accesses: tool.intent(tool.parse(call.input)).accesses };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new UserError(phrase`--input is not what ${call.name} takes: ${error.message}`, EXIT.badInput, {
      cause: error,
    });
  }
}
