import { say } from "../../app/report/standard-streams.ts";
import type { Environment } from "../../app/settings/locations.ts";
import { trustQuestion } from "../../app/trust/trust-question.ts";
import { withdrawFirstPrompt } from "./first-prompt.ts";
import { trustText } from "./trust-text.ts";

/** Asks once, before anything of the folder counts; whatever is not a plain yes is a no: Escape, Ctrl-C, Ctrl-D, the end of input. */
export async function askTrust(folder: string, environment: Environment): Promise<void> {
  const question = trustQuestion(folder, environment);
  if (question === undefined) return;
  withdrawFirstPrompt();
  say(
    `${trustText(question.state)}Let them count in this folder from now on? y = yes, any other key = no, work without them: `,
  );
  const isYes = /^y$/i.test(await readKey());
  say(isYes ? "yes\n" : "no\n");
  if (isYes) question.accept();
}

const DRAIN_MS = 60;

/** One key; what was typed before the question, or comes in the same breath, decides nothing. */
export async function readKey(): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  try {
    await nextChunk(DRAIN_MS);
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
