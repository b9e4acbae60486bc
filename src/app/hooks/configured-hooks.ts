import { hash } from "node:crypto";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { type HookEvent, hookEventNamed } from "../../core/hooks/hook-events.ts";
import { environmentOf } from "../settings/environment-of.ts";
import type { Environment } from "../settings/locations.ts";
import { readConfigFile } from "../settings/read-config-file.ts";
import { trustedHooks } from "../trust/hook-trust.ts";
import { type AgreedFiles, filesNamed, namingPlace, noteNamed } from "../trust/named-files.ts";
import { hookBounds, worksAlone } from "./hook-bounds.ts";
import { type HookFile, type HookPlace, type HookWork, hookFiles, isOwn } from "./hook-place.ts";
import { type HookDefinition, hookGroups } from "./hook-settings.ts";

/** A hook that is written down or was given, and whether it runs. */
export interface ConfiguredHook {
  /** The first digits of the hash of all that it is; another hook has another one. */
  readonly id: string;
  readonly hash: string;
  readonly event: HookEvent;
  /** As its file writes the event. */
  readonly eventName: string;
  readonly matcher: string;
  /** What runs, in a few words. */
  readonly title: string;
  /** The whole of it, for a person who is to say yes. */
  readonly text: string;
  /** The file it stands in, `settings` or `given`. */
  readonly source: string;
  readonly owner: HookFile["owner"];
  /** Of the plugin that it comes with. */
  readonly folder?: string;
  readonly speaksClaude: boolean;
  readonly work: HookWork;
  readonly timeoutMs: number;
  readonly isAsync: boolean;
  readonly isOnce: boolean;
  readonly blocksOnFailure: boolean;
  /** What the person says of it in their own settings; of others a wish to be kept in counts, too. */
  readonly sandbox: HookDefinition["sandbox"];
  /** `unconfined`: it has to run in a sandbox, and there is none. */
  readonly state: "ready" | "untrusted" | "unconfined";
  /** What of the folder's the yes to it was given to. One of the person's own in a folder that they trust rests on none. */
  readonly agreed?: AgreedFiles;
  /** Nobody has said yes to it; it counts because the folder is trusted this time. */
  readonly isForThisRun?: boolean;
}

export interface WrongHook {
  readonly source: string;
  readonly why: string;
}

export interface FoundHooks {
  readonly hooks: readonly ConfiguredHook[];
  readonly wrong: readonly WrongHook[];
}

const TIMEOUT_SECONDS = 60;
const TITLE_CHARS_MAX = 60;

/** Every hook for this folder. What is not the person's own runs only where somebody has said yes to exactly that. */
export async function configuredHooks(place: HookPlace): Promise<FoundHooks> {
  const read: Exclude<ReadHook, WrongHook>[] = [];
  const wrong: WrongHook[] = [];
  const add = (groups: unknown, file: HookFile): void => {
    for (const hook of readGroups(groups, file, place)) {
      if ("why" in hook) wrong.push(hook);
      else read.push(hook);
    }
  };
  add(place.config.hooks, { path: "settings", owner: "self", speaksClaude: false });
  for (const file of hookFiles(place)) {
    try {
      const whole = await readConfigFile(file.path);
      add(whole?.["hooks"] ?? (/hooks\.json$/.test(file.path) ? whole : undefined), file);
    } catch (error) {
      wrong.push({ source: file.path, why: errorText(error) });
    }
  }
  for (const { name, folder, hooks: tables } of place.plugins)
    for (const table of tables) add(table, { path: `plugin ${name}`, owner: "plugin", speaksClaude: true, folder });
  const trusted = new Set(trustedHooks(place.cwd, place.places));
  noteScripts(read);
  const hooks = [...place.givenHooks.map(fromGiven)];
  for (const hook of read) {
    const runsAlone = isOwn(hook) && (place.isTrusted || (await worksAlone(hook, place)));
    hooks.push(
      await bounded(
        { ...(runsAlone ? unagreed(hook) : hook), ...stateOf(runsAlone || trusted.has(hook.hash), place) },
        place,
      ),
    );
  }
  return { hooks, wrong };
}

function noteScripts(hooks: readonly Pick<ConfiguredHook, "agreed" | "text">[]): void {
  for (const { agreed, text } of hooks) if (agreed !== undefined) noteNamed(text, agreed.naming);
}

const unagreed = ({ agreed: _, ...hook }: Exclude<ReadHook, WrongHook>): Exclude<ReadHook, WrongHook> => hook;

async function bounded(hook: ConfiguredHook, place: HookPlace): Promise<ConfiguredHook> {
  if (hook.state !== "ready" || !(await hookBounds(hook, place)).needsSandbox) return hook;
  return (await place.sandbox.confines()) ? hook : { ...hook, state: "unconfined" };
}

function stateOf(counts: boolean, { isTrustedOnce }: HookPlace): Pick<ConfiguredHook, "state" | "isForThisRun"> {
  const isForThisRun = !counts && isTrustedOnce;
  return { state: counts || isForThisRun ? "ready" : "untrusted", isForThisRun };
}

/** What a person should be told of those that do not run. */
export function hookNotices({ hooks, wrong }: FoundHooks): readonly string[] {
  const untrusted = hooks.filter(({ state }) => state === "untrusted").length;
  const some = untrusted === 1 ? "1 hook is" : `${untrusted} hooks are`;
  const open = hooks.filter(({ state }) => state === "unconfined").length;
  const once = hooks.filter(({ isForThisRun }) => isForThisRun).length;
  const ofThisRun =
    once === 1 ? "1 hook that nobody has said yes to runs" : `${once} hooks that nobody has said yes to run`;
  return [
    ...(once === 0 ? [] : [`Hooks: ${ofThisRun} because of --trust; \`waymark hooks list\` shows what.`]),
    ...(untrusted === 0
      ? []
      : [
          `Hooks: ${some} left out: nobody has said yes to what is there now; \`waymark hooks trust\` shows and allows it.`,
        ]),
    ...(open === 0
      ? []
      : [
          `Hooks: ${open === 1 ? "1 hook is" : `${open} hooks are`} left out: what this folder holds may decide what they do, and there is no sandbox to keep them in; \`waymark doctor\` says why, \`"sandbox": false\` at a hook of your own settings has it run as you.`,
        ]),
    ...wrong.map(({ source, why }) => `Hooks: one of ${source} is left out: ${why}.`),
  ];
}

function fromGiven(
  { event, matcher, run, timeoutMs = TIMEOUT_SECONDS * 1000 }: HookPlace["givenHooks"][number],
  index: number,
): ConfiguredHook {
  return {
    ...{ id: `given-${index + 1}`, hash: `given-${index + 1}`, event, eventName: event, matcher },
    ...{ title: run.name || "a function", text: run.name, source: "given", owner: "self", speaksClaude: false },
    ...{ work: { kind: "function", run }, timeoutMs, isAsync: false, isOnce: false, blocksOnFailure: false },
    ...{ sandbox: undefined, state: "ready" },
  };
}

type ReadHook = Omit<ConfiguredHook, "state"> | WrongHook;

function readGroups(groups: unknown, file: HookFile, place: HookPlace): readonly ReadHook[] {
  if (groups === undefined) return [];
  const wrong = (why: string): WrongHook => ({ source: file.path, why });
  if (!isObject(groups)) return [wrong('"hooks" is no object of events')];
  return Object.entries(groups).flatMap(([eventName, list]): readonly ReadHook[] => {
    const event = hookEventNamed(eventName);
    if (event === undefined) return [wrong(`there is no event "${eventName}" here`)];
    const parsed = hookGroups.safeParse(list);
    if (!parsed.success) {
      const [problem] = parsed.error.issues;
      return [wrong(`${[eventName, ...(problem?.path ?? [])].join(".")}: ${problem?.message}`)];
    }
    return parsed.data.flatMap(({ matcher = "", hooks }) =>
      hooks.map((hook) => readHook({ event, eventName, matcher }, hook, file, place)),
    );
  });
}

function readHook(
  at: Pick<ConfiguredHook, "event" | "eventName" | "matcher">,
  hook: HookDefinition,
  { path: source, owner, speaksClaude, folder }: HookFile,
  place: HookPlace,
): ReadHook {
  const environment = environmentOf(owner === "project" ? "project" : "person", place.settings);
  const work = workOf(hook, environment);
  if (typeof work === "string") return { source, why: `${at.eventName}: ${work}` };
  if (!isMatcher(at.matcher)) return { source, why: `${at.eventName}: the matcher "${at.matcher}" is no pattern` };
  const naming = { ...namingPlace(place), ...(folder === undefined ? {} : { plugin: folder }) };
  const named = work.kind === "command" ? filesNamed(work.command, naming) : [];
  const digest = hash("sha256", JSON.stringify([at.eventName, at.matcher, hook, named]));
  const headers = hook.headers === undefined ? "" : ` with ${JSON.stringify(hook.headers)}`;
  const text = work.kind === "command" ? work.command : `${work.url}${headers}`;
  const title = text.replace(/\s+/g, " ").slice(0, TITLE_CHARS_MAX);
  return {
    ...{
      id: digest.slice(0, 8),
      hash: digest,
      ...at,
      title,
      text,
      source,
      owner,
      speaksClaude,
    },
    ...{ work, timeoutMs: (hook.timeout ?? TIMEOUT_SECONDS) * 1000, isAsync: hook.async ?? false },
    ...{ isOnce: hook.once ?? false, blocksOnFailure: hook.onFailure === "block" },
    ...(folder === undefined ? {} : { folder }),
    ...(work.kind === "command" && { agreed: { named, naming } }),
    sandbox: owner === "self" || hook.sandbox === true ? hook.sandbox : undefined,
  };
}

function workOf(
  { type, command, url, headers = {}, allowedEnvVars = [] }: HookDefinition,
  environment: Environment,
): Exclude<HookWork, { kind: "function" }> | string {
  switch (type) {
    case "command":
      return command?.trim() ? { kind: "command", command } : "a hook of type command needs a command";
    case "http":
      if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url))
        return "a hook of type http needs a url of http or https";
      return { kind: "http", url, headers: expanded(headers, allowedEnvVars, environment) };
    default:
      return `hooks of type "${type}" are not run here; there are: command, http`;
  }
}

/** `$NAME` and `${NAME}`; a variable that is not listed is nothing. */
function expanded(
  headers: Readonly<Record<string, string>>,
  allowed: readonly string[],
  environment: Environment,
): Readonly<Record<string, string>> {
  const fill = (text: string): string =>
    text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare ?? "";
      return allowed.includes(name) ? (environment[name] ?? "") : "";
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}

function isMatcher(matcher: string): boolean {
  try {
    return matcher === "*" || new RegExp(matcher) instanceof RegExp;
  } catch {
    return false;
  }
}
