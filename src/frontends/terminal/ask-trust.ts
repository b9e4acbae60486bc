import { say } from "../../app/report/standard-streams.ts";
import type { Environment } from "../../app/settings/locations.ts";
import { terminalFacts } from "../../app/settings/terminal-facts.ts";
import { trustQuestion } from "../../app/trust/trust-question.ts";
import { keepForPrompt, withdrawFirstPrompt } from "./first-prompt.ts";
import { columnsOf } from "./screen/tty.ts";
import { wrapStyled } from "./text/wrap.ts";
import { trustText } from "./trust-text.ts";
import { speak } from "./words/speak.ts";
import { words } from "./words/words.ts";

/** Asks once, before anything of the folder counts; whatever is not a plain yes is a no: Escape, Ctrl-C, Ctrl-D, the end of input. */
export async function askTrust(folder: string, environment: Environment): Promise<void> {
  const question = await trustQuestion(folder, environment);
  if (question === undefined) return;
  withdrawFirstPrompt();
  await speak(terminalFacts(environment).language);
  const asked = wrapStyled(words("trust.ask"), columnsOf(process.stdout.columns)).join("\n");
  say(`${trustText(question.state, question.besides)}${asked} `);
  const isYes = /^[y1]$/i.test(await readKey({ pauseMs: TYPING_PAUSE_MS, onEarly: keepForPrompt }));
  say(`${isYes ? words("trust.yes") : words("trust.no")}\n`);
  if (isYes) question.accept();
}

/** Whoever is in the middle of a sentence when the question comes up has not read it. */
const TYPING_PAUSE_MS = 500;
const DRAIN_MS = 60;
/** Escape, Ctrl-C and Ctrl-D are meant for whatever is there, and are a no. */
const LEAVES = /^[\x1b\x03\x04]$/;

interface KeyReading {
  /** How long no key may have come before one counts. */
  readonly pauseMs?: number;
  /** Takes what was typed before that. */
  readonly onEarly?: (typed: string) => void;
}

/** One key, after a pause; what was typed before the question, or comes in the same breath, decides nothing. */
export async function readKey({ pauseMs = DRAIN_MS, onEarly = () => {} }: KeyReading = {}): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  try {
    for (let early = await nextChunk(pauseMs); early; early = await nextChunk(pauseMs)) {
      if (LEAVES.test(early)) return early;
      onEarly(early);
    }
    return (await nextChunk()) ?? "";
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

function nextChunk(timeoutMs?: number): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.readableEnded) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const done = (chunk?: Buffer | string): void => {
      clearTimeout(timer);
      stdin.off("data", done).off("end", end);
      resolve(chunk?.toString());
    };
    const end = (): void => done();
    const timer = timeoutMs === undefined ? undefined : setTimeout(done, timeoutMs);
    stdin.on("data", done).once("end", end).resume();
  });
}
