import type { IncomingMessage } from "node:http";
import { Budget, OverBudget } from "../../../base/budget.ts";
import { TransportFault } from "./faults.ts";

/** Error documents are small, lists of models up to a megabyte. */
const TEXT_CHARS_MAX = 4_000_000;

/**
 * As much of an answer as comes in time.
 * @param options.over  what becomes of more than `charsMax` characters, four million by default: an error document is cut, an answer fails
 * @throws {TransportFault} when it fails
 */
export function readText(
  message: IncomingMessage,
  {
    timeoutMs,
    over,
    charsMax = TEXT_CHARS_MAX,
  }: { readonly timeoutMs: number; readonly over: "cut" | "fail"; readonly charsMax?: number | undefined },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = [];
    const budget = new Budget("answer", charsMax);
    const late = setTimeout(() => message.destroy(), timeoutMs);
    const fail = (error: unknown): void => {
      if (!(error instanceof OverBudget)) return;
      if (over === "fail") reject(TransportFault.overBudget(error));
      message.destroy();
    };
    message.setEncoding("utf8");
    message.on("data", (piece: string) => {
      try {
        budget.spend(piece.length);
        pieces.push(piece);
      } catch (error) {
        fail(error);
      }
    });
    message.on("error", fail);
    message.on("close", () => {
      clearTimeout(late);
      resolve(pieces.join(""));
    });
  });
}
