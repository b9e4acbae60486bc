import type { Dossier } from "../estate/operations/dossier.ts";
import { holderOf, lineAt, type OwnCode, ownCode, quotedByFunction, type Spot } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const ASKS =
  /\b(?:match|correlat|pair|associat|relat|route|deliver|assign|connect|find|know|belong|tell|wake|resolv|link|map)\w*\b.*\b(?:repl(?:y|ies)|responses?|answers?|results?)\b|\b(?:repl(?:y|ies)|responses?|answers?|results?)\b.*\b(?:match|correlat|pair|associat|route|deliver|belong|find|know|go(?:es)?|come|get|reach|wait)\w*\b|\b(?:pending|outstanding|waiting|in-?flight|unanswered) (?:\w+ )?(?:requests?|calls?|promises?|responses?)\b.*\b(?:kept|stored|tracked|held|remembered|map)\b|\bwhere\b.*\b(?:kept|stored|tracked|held|remembered)\b.*\b(?:pending|outstanding|waiting|in-?flight|unanswered)\b/;
/** "The handler that should answer them" speaks of no reply. */
const REPLYING =
  /\b(?:should|shall|will|would|can|could|may|must|to|that|which|who) (?:repl(?:y|ies)|answers?|responds?)\b/g;
const OF_CALLERS = /\b(?:requests?|calls?|callers?|who|waits?|waited|waiting|promises?|pending|asked|sent)\b/;
/** What keeps things by a key, in a class: its name says that they wait. */
const KEEPS =
  /^\s+(?:(?:private|protected|public|readonly|static) +)*((?:self\.|this\.)?#?_*\w*(?:pending|wait|in_?flight|outstanding|response|repl(?:y|ies)|resolver|callback|future|request)\w*)\s*(?:\??:\s*([^=]+))?=\s*(.+)$/i;
const IS_MAP = /\bMap\b|\bdict\b|\bRecord<|\bDict\[|^\{\}|\bdefaultdict\b/;
const WAITS = /pending|wait|in_?flight|outstanding|resolver|future/i;
/** What came in and is worked on waits as well. */
const REPLIES = /respon|repl(?:y|ies)|result|answer|resolver|promise/i;
const BLOCKS_MAX = 5;

/** "How is a response matched with its request": the map of what waits, where something is put into it and where that is taken out. */
export const MATCHING: Dossier = {
  asks: (said) =>
    ASKS.test(said.replace(REPLYING, "")) && OF_CALLERS.test(said) && /\b(?:how|where|what|which)\b/.test(said),
  tells: /\b(?:unknown|id|ids|key|never|computed|generated)\b/,
  *answer(_said, _own, { folder, before }) {
    const kept = mapsOf(yield* ownCode(folder));
    const named = kept.filter(({ name }) => WAITS.test(name));
    const waiting = named.length > 0 ? named : kept;
    const ofReplies = waiting.filter(({ name }) => REPLIES.test(name));
    const [first, ...others] = ofReplies.length > 0 ? ofReplies : waiting;
    if (!first) return undefined;
    const beside = others.filter(({ spot }) => spot.file === first.spot.file);
    const names = [first, ...beside].map(({ name }) => name);
    const spots = usesOf([first, ...beside]);
    return packageAnswer(before, [
      names.length > 1
        ? `What waits is kept by its key in ${names.join(" and ")}; these are all that is done with them:`
        : `What waits is kept by its key in ${first.name}; this is all that is done with it:`,
      ...[first, ...beside].map(
        ({ spot }) => `- ${lineAt(spot).path}:${lineAt(spot).line}  ${lineAt(spot).text.trim()}`,
      ),
      ...quotedByFunction(spots, 2).slice(0, BLOCKS_MAX),
    ]);
  },
};

interface Kept {
  readonly name: string;
  readonly spot: Spot;
}

/** Maps whose entries one function puts in and another takes out. */
function mapsOf(files: readonly OwnCode[]): readonly Kept[] {
  return files.flatMap((file) =>
    file.lines.flatMap(({ text }, at): readonly Kept[] => {
      const [, said = "", type = "", value = ""] = file.isSaid(at) ? [] : (KEEPS.exec(text) ?? []);
      const name = said.replace(/^(?:self|this)\./, "");
      if (name === "" || !IS_MAP.test(`${type} ${value}`) || !(IS_MAP.test(value) || type !== "")) return [];
      const kept = { name, spot: { file, at } };
      const uses = usesOf([kept]);
      const holders = (form: RegExp) =>
        new Set(uses.filter((use) => form.test(lineAt(use).text)).map((use) => holderOf(use)));
      const put = holders(PUTS(name));
      const taken = holders(TAKES(name));
      return put.size > 0 && [...taken].some((one) => !put.has(one) || taken.size > 1) ? [kept] : [];
    }),
  );
}

const of = (name: string): string => `(?:this|self)\\.${name.replace(/\$/g, "\\$")}`;
const PUTS = (name: string): RegExp => new RegExp(`${of(name)}(?:\\.set\\(|\\[[^\\]]+\\]\\s*=(?!=))`);
const TAKES = (name: string): RegExp =>
  new RegExp(
    `${of(name)}\\??\\.(?:get|pop|delete|has)\\(|(?:in|of) ${of(name)}\\b|${of(name)}\\[[^\\]]+\\](?!\\s*=[^=])`,
  );

const usesOf = (kept: readonly Kept[]): readonly Spot[] =>
  kept
    .flatMap(({ name, spot: { file, at } }) =>
      file.lines.flatMap(({ text }, index) =>
        index !== at && new RegExp(`${of(name)}\\b`).test(text) && !file.isSaid(index) ? [{ file, at: index }] : [],
      ),
    )
    .toSorted((one, other) => one.at - other.at);
