import { say, typedLines } from "../../app/report/standard-streams.ts";
import {
  FIRST_QUESTION,
  type FirstRunRequest,
  type FirstRunState,
  firstRun,
  keyProviders,
  providerOfKey,
  useAccount,
  useKey,
  useLocalModel,
} from "../../app/settings/first-run.ts";
import { rememberFirstRun } from "../../app/settings/first-run-mark.ts";
import { UserError } from "../../base/user-error.ts";
import { readKey } from "./ask-trust.ts";
import { withdrawFirstPrompt } from "./first-prompt.ts";

/** `prompt` is what the session begins with: a question where the answer was to go on offline, else nothing. */
export type FirstRunAnswer = { readonly kind: "go-on"; readonly prompt: string } | { readonly kind: "leave" };

const GO_ON: FirstRunAnswer = { kind: "go-on", prompt: "" };
/** Ctrl-C, Ctrl-D, the end of input: nothing is decided, and the next start asks again. */
const LEAVING_KEYS: readonly string[] = ["\x03", "\x04", ""];

/** The one screen that a newcomer sees: how to get a model, or to go on without one. Plain lines, never redrawn. */
export async function askFirstRun(request: FirstRunRequest): Promise<FirstRunAnswer> {
  const state = await firstRun(request);
  if (!state) return GO_ON;
  withdrawFirstPrompt();
  for (;;) {
    say(screen(state));
    const typed = (await readKey()).toLowerCase();
    const key = KEYS_IN_ORDER[Number(typed) - 1] ?? typed;
    say("\n");
    if (LEAVING_KEYS.includes(key)) return { kind: "leave" };
    const way = WAYS_TO_A_MODEL[key];
    if (way && !(await hasWorked(way, request))) continue;
    rememberFirstRun(request.environment);
    return OFFLINE_KEYS.includes(key) ? { kind: "go-on", prompt: FIRST_QUESTION } : GO_ON;
  }
}

type Way = (request: FirstRunRequest) => Promise<boolean>;
const WAYS_TO_A_MODEL: Readonly<Record<string, Way>> = { k: pasteKey, l: logIn, d: download };
const OFFLINE_KEYS: readonly string[] = ["\r", "\n", "o"];

/** A digit chooses by its row. */
const KEYS_IN_ORDER: readonly string[] = ["\r", "k", "l", "d"];

/** What must be mended first is told; then the screen asks again. */
async function hasWorked(way: Way, request: FirstRunRequest): Promise<boolean> {
  try {
    return await way(request);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`${error.message}\n\n`);
    return false;
  }
}

function screen({ looked }: FirstRunState): string {
  const width = Math.max(...looked.map(({ what }) => what.length));
  const found = looked.map(({ what, found }) => `  ${what.padEnd(width)}  ${found}`);
  return [
    "Welcome to Waymark. No language model was found:",
    ...found,
    "",
    "  Enter  go on without one: the offline guide answers from the code, with lines",
    "  k      paste a key (Anthropic, OpenAI, Google, OpenRouter and others)",
    "  l      log in with an account (StackSpot AI)",
    "  d      download a small local model (215 MB), good for a try only",
    "",
    "Any other key goes on without asking again, Ctrl-C leaves. Which? ",
  ].join("\n");
}

/** @returns whether a key was stored and works, or is kept all the same */
async function pasteKey(request: FirstRunRequest): Promise<boolean> {
  const key = (await readLine("Paste the key (it is not shown), then Enter: ", { isSecret: true })).trim();
  if (key === "") return false;
  const provider = providerOfKey(key) ?? (await pickProvider());
  if (!provider) return false;
  say(`Trying it at ${provider.label} …\n`);
  const check = await useKey(provider, key, request);
  say(`${check.message}.\n`);
  if (check.ok) say(`The key is stored for you alone, and ${provider.label} is used from now on.\n\n`);
  else say("The key is stored; paste another one, or go on.\n\n");
  return check.ok;
}

async function pickProvider(): Promise<ReturnType<typeof keyProviders>[number] | undefined> {
  const providers = keyProviders();
  say(`${providers.map(({ label }, index) => `  ${index + 1}  ${label}`).join("\n")}\n`);
  const answer = await readLine("Whose key is it? Number: ", { isSecret: false });
  return providers[Number(answer) - 1];
}

async function logIn(request: FirstRunRequest): Promise<boolean> {
  say("A StackSpot service credential and the id of an agent:\n");
  const clientId = (await readLine("  client id: ", { isSecret: false })).trim();
  const key = (await readLine("  client secret (not shown): ", { isSecret: true })).trim();
  const realm = (await readLine("  realm: ", { isSecret: false })).trim();
  const agent = (await readLine("  agent id: ", { isSecret: false })).trim();
  if ([clientId, key, realm, agent].includes("")) return false;
  await useAccount({ clientId, key, realm, agent }, request);
  say("A token came; the account is stored for you alone.\n\n");
  return true;
}

async function download({ environment }: FirstRunRequest): Promise<boolean> {
  const cancel = new AbortController();
  const onInterrupt = (): void => cancel.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const id = await useLocalModel(environment, { say: (line) => say(`${line}\n`), signal: cancel.signal });
    say(`${id} is used from now on.\n\n`);
    return true;
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

function readLine(question: string, { isSecret }: { readonly isSecret: boolean }): Promise<string> {
  return new Promise((resolve) => {
    // Before the question: what is typed at once must find it reading.
    const lines = typedLines({ echoes: !isSecret, terminal: true });
    say(question);
    lines.once("line", (line) => {
      // Closing tells that nothing came.
      resolve(line);
      lines.close();
      if (isSecret) say("\n");
    });
    lines.once("close", () => resolve(""));
  });
}
