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
  const question = trustQuestion(folder, environment);
  if (question === undefined) return;
  withdrawFirstPrompt();
  await speak(terminalFacts(environment).language);
  const asked = wrapStyled(words("trust.ask"), columnsOf(process.stdout.columns)).join("\n");
  say(`${trustText(question.state)}${asked} `);
  const isYes = /^[y1]$/i.test(await readKey(keepForPrompt));
  say(`${isYes ? words("trust.yes") : words("trust.no")}\n`);
  if (isYes) question.accept();
}

/** Who types on without having seen the question pauses less between two letters. */
const QUIET_MS = 250;
const EARLY_CHUNKS_MAX = 200;

/** One key; what was typed before the question, or goes on in the same breath, decides nothing. @param onEarly  takes that */
export async function readKey(onEarly: (typed: string) => void = () => {}): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  try {
    for (let count = 0; count < EARLY_CHUNKS_MAX; count++) {
      const early = await nextChunk(QUIET_MS);
      if (early === undefined) break;
      // Who wants to leave is not made to say so twice.
      if (/[\u0003\u0004]/.test(early)) return early;
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
