import type { Folder } from "../../folder.ts";
import { framesFor } from "../../frames.ts";
import type { Looking } from "../../looking.ts";
import { plain } from "../../reading/tokens.ts";
import type { FoundPassage } from "../../result-text.ts";
import { type Answer, answered } from "../answer.ts";
import { leadsText, quotedPassage } from "./quoted-passage.ts";
import { searched } from "./search-passages.ts";

/** Behind these words of a question, or in quotes, may stand what somebody saw. */
const SEEN =
  /["“«`]|(?<!\p{L})'|\b(?:messages?|errors?|warnings?|texts?|says?|shows?|shown|gets?|sees?|reads?|prints?|displays?|mensagem|mensagens|erro|aviso|texto|diz|mostra|aparece|recebo|vejo)\b/iu;

/** Whether a prompt may hold a message word for word. */
export const mayHoldMessage = (prompt: string): boolean => SEEN.test(prompt);

/** Where a message that a question holds stands, what shows it, and what leads there; nothing where it holds none. */
export function messageText(question: string, found: readonly FoundPassage[]): string | undefined {
  const of = (kind: FoundPassage["found"]): readonly FoundPassage[] => found.filter((one) => one.found === kind);
  const [places, uses, leads] = [of("says"), of("uses"), of("leads to")];
  if (places.length === 0) return undefined;
  const frames = framesFor(question);
  const names = (passages: readonly FoundPassage[]): readonly string[] => [
    ...new Set(passages.flatMap(({ held }) => held)),
  ];
  return [
    frames.says(messageOf(places), places.length),
    ...places.map(quotedPassage),
    ...(uses.length > 0 ? [frames.uses(names(uses)), ...uses.map(quotedPassage)] : []),
    ...(leads.length > 0 ? [leadsText(found, frames)] : []),
  ].join("\n");
}

/** The text of a message as its first place writes it. */
export const messageOf = (places: readonly FoundPassage[]): string => places[0]?.held[0] ?? "";

/** What is known of a message that a prompt holds. */
export interface KnownMessage {
  readonly answer: Answer;
  /** Its words, plain. */
  readonly words: ReadonlySet<string>;
}

/** The message that a prompt holds word for word, looked for in all of it: its parts are cut where a message has a full stop. */
export function* messageIn(prompt: string, folder: Folder): Looking<KnownMessage | undefined> {
  if (!mayHoldMessage(prompt) || !folder.tools.has("find_passages")) return undefined;
  const { found } = yield* searched(prompt);
  const text = messageText(prompt, found);
  if (text === undefined) return undefined;
  const said = found.filter((one) => one.found === "says");
  return { answer: { ...answered(text), obeyed: "all", isGuessed: true }, words: new Set(wordsOf(messageOf(said))) };
}

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** A prompt whose quotations are no ends of sentences. */
export const withoutStopsInQuotes = (prompt: string): string =>
  prompt.replace(/"[^"]+"|“[^”]+”|«[^»]+»|`[^`]+`|(?<!\p{L})'[^']+'(?!\p{L})/gu, (quoted) =>
    quoted.replace(/[.;:!?,…]+/g, " "),
  );

const SHARED_MIN = 2;
/** What asks for more of what was just spoken of. */
const OF_IT =
  /\b(?:it|its|that|this|then|next|afterwards|isso|isto|ele|ela|depois|seguir|seguida)\b|^\W*(?:and |e )?(?:when|where|why|who|quando|onde|porque|quem)(?: \S+){0,4}\W*$/i;

/** Whether a part of a prompt asks of a message. */
export function isOfMessage(part: string, { words }: KnownMessage): boolean {
  const shared = new Set(wordsOf(part).filter((word) => words.has(word)));
  return shared.size >= Math.min(SHARED_MIN, words.size) || OF_IT.test(plain(part));
}
