import { typedLines } from "../../app/report/standard-streams.ts";

/** A line typed at the terminal, in small letters; empty when the input ends. */
export async function answered(question: string): Promise<string> {
  const lines = typedLines({ echoes: true });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.question(question, resolve);
      lines.once("close", () => resolve(""));
    });
    return answer.trim().toLowerCase();
  } finally {
    lines.close();
  }
}

export const isSomebodyThere = (): boolean => process.stdin.isTTY && process.stdout.isTTY;
