import { type ExtractOptions, extractToolCalls } from "./extract.ts";
import { FAMILIES } from "./families/index.ts";
import type { Extraction } from "./model.ts";
import { scan } from "./scanner.ts";
import { SEPARATOR, sourceOf, withoutSeparators } from "./source.ts";
import { indexTools } from "./tool-index.ts";

/** Finds tool calls in a text that arrives in pieces. */
export interface CallExtractor {
  /** Takes the next piece. @returns content that is safe to show: it can no longer become part of a call */
  readonly push: (chunk: string) => { readonly text: string };
  /**
   * Ends the text. The result is that of `extractToolCalls` on the whole, however it was split; `text` is the content
   * not shown yet. Only reasoning without an opening tag cannot be told from content before it ends.
   */
  readonly end: () => Extraction & { readonly text: string };
}

/** Below this a held text is looked at again with every piece; above, when it has grown enough to pay for the look. */
const HELD_CHEAP_CHARACTERS = 256;
const WORK_FACTOR = 6;
/** Looking ahead in vain is bounded as in a whole text; past that, what may be a call is shown as it comes. */
const WORK_MIN = 500_000;

export function createCallExtractor(options: ExtractOptions = {}): CallExtractor {
  const tools = indexTools(options.tools ?? [], options);
  const chunks: string[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  let heldLength = 0;
  let received = 0;
  let work = 0;
  let vain = 0;
  let isStart = true;
  const shown: string[] = [];

  const isWorthALook = (): boolean =>
    heldLength === 0 ||
    pendingLength <= HELD_CHEAP_CHARACTERS ||
    pendingLength >= 2 * heldLength ||
    work + pendingLength <= WORK_FACTOR * received;

  return {
    push: (chunk) => {
      chunks.push(chunk);
      pending.push(chunk);
      pendingLength += chunk.length;
      received += chunk.length;
      if (chunk === "" || !isWorthALook()) return { text: "" };
      const { text, kept } = splitSeparator(withoutSeparators(pending.join("")));
      work += text.length;
      const workMax = Math.max(0, WORK_MIN + WORK_FACTOR * received - vain);
      const {
        parts,
        decided,
        work: lost,
      } = scan(sourceOf(text, tools), {
        families: FAMILIES,
        isOpen: true,
        isStart,
        workMax,
      });
      vain += lost;
      isStart &&= decided === 0;
      const rest = text.slice(decided) + kept;
      pending = rest === "" ? [] : [rest];
      pendingLength = rest.length;
      heldLength = rest.length;
      const safe = parts.join("");
      if (safe !== "") shown.push(safe);
      return { text: safe };
    },
    end: () => {
      const found = extractToolCalls(chunks.join(""), options);
      const before = shown.join("");
      return { ...found, text: found.content.startsWith(before) ? found.content.slice(before.length) : "" };
    },
  };
}

/** A separator may be cut by the end of a piece: its beginning waits. */
function splitSeparator(text: string): { text: string; kept: string } {
  for (let length = Math.min(SEPARATOR.length - 1, text.length); length > 0; length -= 1) {
    const kept = SEPARATOR.slice(0, length);
    if (text.endsWith(kept)) return { text: text.slice(0, text.length - length), kept };
  }
  return { text, kept: "" };
}
