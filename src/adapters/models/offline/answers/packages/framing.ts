import type { Dossier } from "../estate/operations/dossier.ts";
import { lineAt, linesOfUnit, type OwnCode, ownCode, quotedByFunction, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const ASKS =
  /\b(?:framed|framing|delimit\w*|wire format|on the wire|over the wire|line protocol|message format|newline[- ]delimited|length[- ]prefix\w*)\b|\b(?:messages?|lines?|packets?|requests?|json|data|bytes|chunks?|stream)\b.*\b(?:separated|split|cut|put together|reassembled|buffered|in pieces|partial|incomplete|delimited|serialized|serialised|encoded)\b|\bhow (?:are|is|does|do|did)\b.*\b(?:serializ\w+|serialis\w+|encod\w+|put|written|writes?)\b.*\b(?:pipe|wire|stdin|stdout|socket|stream)\b/;
const OF_WIRE =
  /\b(?:messages?|lines?|json|wire|stream|stdin|stdout|pipe|socket|packets?|subprocess|protocol|chunks?)\b/;
const NEWLINE = String.raw`b?["'\x60](?:\\r)?\\n["'\x60]`;
/** What cuts text where a message ends. */
const CUTS = new RegExp(
  String.raw`(?:split|find|indexOf|partition)\(\s*(?:${NEWLINE})|\.readline\(|createInterface\(|readUInt32|struct\.unpack\(|int\.from_bytes`,
);
/** What marks that a message ends. */
const MARKS = new RegExp(
  String.raw`\+\s*(?:${NEWLINE})|(?:${NEWLINE})\s*\+|\\n\x60|writeUInt32|struct\.pack\(|\.to_bytes\(`,
);
const CODES = /JSON\.(?:parse|stringify)\(|json\.(?:loads|dumps)\(|msgpack\.|TextEncoder|TextDecoder/;
const ON_DISK = /\bopen\(|readFile|write_text|read_text|\.jsonl\b/;
const CARRIES =
  /(?<![a-z])(?:stdin|stdout|stream|transport|socket|reader|writer|readable|writable|pipe|wire|chunk|rpc|connection|framer|frame)/i;
/** Of these the functions alone that do it tell how the other side must be. */
const READS = /\b(?:pars\w*|read\w*|arriv\w*|receiv\w*|incoming|split|pieces|partial|incomplete|decod\w*)\b/;
const WRITES = /\b(?:written|writes?|writing|sent|sends?|sending|outgoing|serializ\w*|serialis\w*|encod\w*)\b/;
const BLOCKS_MAX = 5;

/** "How are messages framed": where bytes are cut into messages and messages are made bytes, by the calls that do it. */
export const FRAMING: Dossier = {
  asks: (said) => ASKS.test(said) && OF_WIRE.test(said),
  tells: /\b(?:encoding|format|delimiter|what)\b/,
  *answer(said, _own, { folder, before }) {
    const files = yield* ownCode(folder);
    const both = READS.test(said) === WRITES.test(said);
    const cut = both || READS.test(said) ? sideOf(files, CUTS, /parse|loads|decode/i) : undefined;
    const marked = both || WRITES.test(said) ? sideOf(files, MARKS, /stringify|dumps|encode/i) : undefined;
    if (!cut && !marked) return undefined;
    const spots = [...(cut?.spots ?? []), ...(marked?.spots ?? [])];
    return packageAnswer(before, [
      `Where ${[...(cut ? ["bytes are cut into messages"] : []), ...(marked ? ["messages are made bytes"] : [])].join(" and ")}, by the calls that do so:`,
      ...quotedByFunction(inOrder(spots), 1).slice(0, BLOCKS_MAX),
    ]);
  },
};

const inOrder = (spots: readonly Spot[]): readonly Spot[] =>
  spots
    .filter((spot, index) => spots.findIndex(({ file, at }) => file === spot.file && at === spot.at) === index)
    .toSorted((one, other) => (one.file === other.file ? one.at - other.at : 0));

interface Side {
  readonly spots: readonly Spot[];
  readonly worth: number;
}

/** The file that does it to what comes from or goes to another process or host; what is kept on disk has lines as well. */
function sideOf(files: readonly OwnCode[], form: RegExp, coding: RegExp): Side | undefined {
  const [best] = files
    .flatMap((file): readonly Side[] => {
      const cutting = spotsOf([file], form).filter((spot) => carries(spot) && !TELLS.test(lineAt(spot).text));
      const coded = spotsOf([file], CODES).filter((spot) => coding.test(lineAt(spot).text) && carries(spot));
      const isCoded = [...cutting, ...coded].some((spot) => CODES.test(lineAt(spot).text));
      return cutting.length === 0 || !isCoded ? [] : [{ spots: [...cutting, ...coded], worth: worthOf(file) }];
    })
    .toSorted((one, other) => other.worth - one.worth);
  return best;
}

const TELLS = /\b(?:log|logger|console|print|raise|throw)\b/;

/** Whether a line stands in a function or class that speaks of what carries bytes. */
function carries({ file, at }: Spot): boolean {
  const holders = file.units.filter((unit) => unit.kind !== "field" && unit.at <= at && at <= unit.end);
  const near = holders.findLast(({ kind }) => kind === "function");
  const text = (near ? linesOfUnit(file, near) : []).map((line) => line.text).join("\n");
  return CARRIES.test([...holders.map(({ name }) => name), text].join("\n"));
}

const worthOf = ({ path, lines, isSaid }: OwnCode): number => {
  const own = lines.filter((_, at) => !isSaid(at));
  const count = (form: RegExp): number => own.filter(({ text }) => form.test(text)).length;
  return (count(CARRIES) - count(ON_DISK)) / own.length + Number(CARRIES.test(path));
};
