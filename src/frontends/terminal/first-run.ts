import { say, typedLines } from "../../app/report/standard-streams.ts";
import {
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
import { terminalFacts } from "../../app/settings/terminal-facts.ts";
import { spoken } from "../../app/words/spoken.ts";
import { UserError } from "../../base/user-error.ts";
import { readKey } from "./ask-trust.ts";
import { withdrawFirstPrompt } from "./first-prompt.ts";
import { columnsOf } from "./screen/tty.ts";
import { lineWidth } from "./text/width.ts";
import { wrapStyled } from "./text/wrap.ts";
import { speak } from "./words/speak.ts";
import { words } from "./words/words.ts";

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
  await speak(request.settings.config.language ?? terminalFacts(request.environment).language);
  for (;;) {
    say(screen(state, columnsOf(process.stdout.columns)));
    const given = (await readKey()).replace(/(?<=.)[\r\n]+$/, "");
    const typed = given.toLowerCase();
    const key = KEYS_IN_ORDER[Number(typed) - 1] ?? typed;
    say("\n");
    if (LEAVING_KEYS.includes(key)) return { kind: "leave" };
    const way = PASTED_KEY.test(given) ? takesKey(given) : WAYS_TO_A_MODEL[key];
    if (way && !(await hasWorked(way, request))) continue;
    rememberFirstRun(request.environment);
    return way === undefined ? withoutModel(key, given) : GO_ON;
  }
}

function withoutModel(key: string, given: string): FirstRunAnswer {
  if (OFFLINE_KEYS.includes(key)) return { kind: "go-on", prompt: words("first.question") };
  // Words in place of a key are the question that somebody came with.
  return WORDS.test(given) ? { kind: "go-on", prompt: given.trim() } : GO_ON;
}

type Way = (request: FirstRunRequest) => Promise<boolean>;
const WAYS_TO_A_MODEL: Readonly<Record<string, Way>> = { k: pasteKey, l: logIn, d: download };
const takesKey =
  (key: string): Way =>
  (request) =>
    takeKey(key, request);
const OFFLINE_KEYS: readonly string[] = ["\r", "\n", "o"];

/** More than a key in one breath: pasted, or faster than anybody chooses. */
const WORDS = /^[^\p{Cc}]{2,}$/u;
/** No question is one word as long as this: shown as one, it would stand on the screen. */
const PASTED_KEY = /^[\w-]{20,}$/;

/** A digit chooses by its row. */
const KEYS_IN_ORDER: readonly string[] = ["\r", "k", "l", "d"];

/** What must be mended first is told; then the screen asks again. */
async function hasWorked(way: Way, request: FirstRunRequest): Promise<boolean> {
  try {
    return await way(request);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`${spoken(error.words)}\n\n`);
    return false;
  }
}

function screen({ servers }: FirstRunState, columns: number): string {
  const looked = [
    { what: words("first.environment"), found: words("first.none") },
    { what: words("first.stored"), found: words("first.none") },
    { what: words("first.servers", { names: servers.join(", ") }), found: words("first.notRunning") },
  ];
  const width = Math.max(...looked.map(({ what }) => what.length));
  const rows = [
    words("first.welcome"),
    ...looked.map(({ what, found }) => `  ${what.padEnd(width)}  ${found}`),
    "",
    `  Enter  ${words("first.offline")}`,
    `  k      ${words("first.key")}`,
    `  l      ${words("first.login")}`,
    `  d      ${words("first.download")}`,
    "",
    words("first.which"),
  ];
  return rows.flatMap((row) => inColumns(row, columns)).join("\n");
}

/** A row that is too long goes on below what it says, not below its key. */
function inColumns(row: string, columns: number): readonly string[] {
  if (lineWidth(row) <= columns) return [row];
  const [head = ""] = /^ *(?:\S+ {2,})?/.exec(row) ?? [];
  const lines = wrapStyled(row.slice(head.length), Math.max(10, columns - head.length));
  return lines.map((line, at) => `${at === 0 ? head : " ".repeat(head.length)}${line.trim()}`);
}

async function pasteKey(request: FirstRunRequest): Promise<boolean> {
  const key = (await readLine(words("first.paste"), { isSecret: true })).trim();
  return key !== "" && takeKey(key, request);
}

/** @returns whether it was stored and works, or is kept all the same */
async function takeKey(key: string, request: FirstRunRequest): Promise<boolean> {
  const provider = providerOfKey(key) ?? (await pickProvider());
  if (!provider) return false;
  say(`${words("first.trying", { provider: provider.label })}\n`);
  const check = await useKey(provider, key, request);
  say(`${spoken(check.message).replace(/\.?$/, ".")}\n`);
  say(`${check.ok ? words("first.keyWorks", { provider: provider.label }) : words("first.keyFails")}\n\n`);
  return check.ok;
}

async function pickProvider(): Promise<ReturnType<typeof keyProviders>[number] | undefined> {
  const providers = keyProviders();
  say(`${providers.map(({ label }, index) => `  ${index + 1}  ${label}`).join("\n")}\n`);
  const answer = await readLine(words("first.whose"), { isSecret: false });
  return providers[Number(answer) - 1];
}

async function logIn(request: FirstRunRequest): Promise<boolean> {
  say(`${words("first.account")}\n`);
  const clientId = (await readLine("  client id: ", { isSecret: false })).trim();
  const key = (await readLine(`  ${words("first.secret")}`, { isSecret: true })).trim();
  const realm = (await readLine("  realm: ", { isSecret: false })).trim();
  const agent = (await readLine("  agent id: ", { isSecret: false })).trim();
  if ([clientId, key, realm, agent].includes("")) return false;
  await useAccount({ clientId, key, realm, agent }, request);
  say(`${words("first.accountWorks")}\n\n`);
  return true;
}

async function download({ environment }: FirstRunRequest): Promise<boolean> {
  const cancel = new AbortController();
  const onInterrupt = (): void => cancel.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const id = await useLocalModel(environment, { say: (line) => say(`${spoken(line)}\n`), signal: cancel.signal });
    say(`${words("first.modelWorks", { model: id })}\n\n`);
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
