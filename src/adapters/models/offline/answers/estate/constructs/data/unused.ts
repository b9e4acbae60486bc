import { isIn } from "../../../../described.ts";
import { keptPrograms } from "../../../../query/rows/estate.ts";
import { wholeReport } from "../../../../query/rows/found.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { told } from "../told.ts";

const NOBODY = "(?:nobody|no one|no-one|noone|nothing|ninguem)";
const ASKS = new RegExp(
  String.raw`\b(?:dead|unused|unreachable|orphan\w*|obsolete) (?:code|programs?|paragraphs?|copy ?books?|sections?|modules?)\b|\b(?:programs?|paragraphs?|sections?|copy ?books?|code|routines?|modules?)\b.{0,40}\b(?:${NOBODY} (?:is |are |gets? |ever |one )*(?:calls?|called|performs?|performed|uses?|used|executes?|executed|reach\w*|runs?|copies|copied|needs?))\b`,
);
const OTHER = /\b(?:functions?|exports?|imports?|typescript|python|fields?|variables?|dependenc\w+|tests?)\b/;
const ROWS_MAX = 12;
const KINDS: readonly (readonly [said: RegExp, word: string])[] = [
  [/\bparagraphs?\b|\bsections?\b|\broutines?\b/, "paragraphs"],
  [/\bprograms?\b|\bmodules?\b/, "programs"],
  [/\bcopy ?books?\b/, "copybooks"],
];

/** "Dead code? Any program or paragraph nobody calls": what the parser says that nothing reaches, and of what is asked and not listed, that nothing of it is. */
export const UNUSED: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS.test(said) && !OTHER.test(said),
  tells: /\b(?:program|paragraph|copybook|section|any|which|where|nobody|unused|called|used)\w*/,
  *answer(said, _own, context) {
    const { folder } = context;
    const found = yield* wholeReport("citadel_get_dead_code", { path: "." }, folder);
    const programs = yield* keptPrograms(folder);
    if (found === undefined || programs.length === 0) return undefined;
    const dead = found.sections.filter(({ title }) => !/^Not /.test(title));
    const sure = dead.filter(({ title }) => /^Unre/.test(title));
    const asked = KINDS.filter(([form]) => form.test(said)).map(([, word]) => word);
    const all = asked.length > 0 ? asked : KINDS.map(([, word]) => word);
    const none = all.filter(
      (word) => !sure.some(({ rows }) => rows.some((row) => isIn(word.slice(0, -1), /\((\w+)\)/.exec(row)?.[1] ?? ""))),
    );
    return told(context, [
      sure.length === 0 ? "Nothing here is unreachable or unreferenced, as far as the parsers tell." : "",
      ...sure.map(({ title, rows }) => whole(title, rows.map(bare), ROWS_MAX)),
      none.length > 0 && sure.length > 0
        ? `Of the ${none.join(" and ")} here none is found to be unused (${programs.length} programs looked at).`
        : "",
      ...dead.filter((one) => !sure.includes(one)).map(({ title, rows }) => whole(title, rows.map(bare), ROWS_MAX)),
    ]);
  },
};

const bare = (row: string): string => row.replace(/^\s*-\s*/, "");
