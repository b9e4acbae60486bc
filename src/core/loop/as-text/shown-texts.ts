import { QUOTED_CALL } from "../../ports/model.ts";
import type { RecordedEvent } from "../../protocol/event.ts";

/** Fewer letters may be anybody's words. */
const LETTERS_MIN = 12;
/** What is shown of a file has numbers before its lines, a change and a quote have signs there, and JSON spells line ends and quotes its own way. */
const ADDED = /^[ \t]*(?:\d+[\t:|-][ \t]*)?(?:[-+>#*|]|\/\/)*|\\n|[\s\\]/gm;
const FENCE = /^\s*`{3,}[^\n`]*\n|\n\s*`{3,}\s*$/g;
const bare = (text: string): string => text.replace(ADDED, "");

/**
 * Whether a text stands word for word in what tools and persons gave the model to read in a session; spaces, line ends and
 * what is put before lines do not count. Nothing does once the model was told that it quotes: what it writes then it means.
 */
export function shownIn(history: readonly RecordedEvent[]): (text: string) => boolean {
  return (text) => {
    const wanted = bare(text.replace(FENCE, ""));
    if (wanted.length < LETTERS_MIN) return false;
    const found = history.findLast((event) => isTold(event) || bare(shownBy(event)).includes(wanted));
    return found !== undefined && !isTold(found);
  };
}

const isTold = (event: RecordedEvent): boolean =>
  event.type === "prompt" && event.origin === "engine" && event.text.includes(QUOTED_CALL);

function shownBy(event: RecordedEvent): string {
  if (event.type === "call-end") return event.result.text;
  return event.type === "prompt" ? event.text : "";
}
