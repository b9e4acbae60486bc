import { stemOf } from "../../../file-names.ts";
import { together } from "../../../looking.ts";
import { callouts } from "../../../query/relations.ts";
import { keptPrograms } from "../../../query/rows/estate.ts";
import { isOfCode } from "../../../query/rows/found.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { told } from "./told.ts";

const ASKS =
  /\b(?:which|what|who) (?:programs?|modules?|ones?|one)? ?(?:calls?|invokes?|links? to) (?:which|what|whom|each other|another|other)\b|\b(?:does|do|is|are) any(?:thing|one)?(?: [a-z]+)? (?:calls?|invokes?|called by) (?:another|other|each other|any other)\b|\bhow do (?:the )?(?:programs?|modules?) (?:call|invoke|relate to) each other\b|\bcalls? (?:between|among) (?:the )?(?:programs?|modules?)\b/;
const OTHER = /\b(?:functions?|methods?|class|classes|service|api|typescript|python|paragraphs?)\b/;
const KINDS: readonly (readonly [edges: readonly string[], title: string])[] = [
  [["calls"], "CALL"],
  [["links", "xctls"], "CICS LINK and XCTL"],
  [["executes"], "Steps of jobs that run a program"],
];
const ROWS_MAX = 30;

/** "Does anything call another program, and which calls which": every call, transfer and step with its line. */
export const CALL_PAIRS: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS.test(said) && !OTHER.test(said),
  tells: /\b(?:which|what|who|calls?)\b/,
  *answer(_said, _own, context) {
    const names = new Set((yield* keptPrograms(context.folder)).map(({ name }) => name.toUpperCase()));
    const found = yield* together(KINDS.map(([edges]) => callouts(edges, context.folder)));
    const texts = KINDS.map(([, title], index) => {
      const edges = (found[index]?.edges ?? []).filter(
        ({ path, to }) =>
          (context.folder.keeps?.(path) ?? true) &&
          (!isOfCode(path) || names.has(to.toUpperCase().split("/")[0] ?? "")),
      );
      const rows = edges.map(
        ({ from, to, path, line, note }) =>
          `${from.includes("/") ? from : stemOf(from)} → ${to}${note?.includes("possibly") ? " (possibly)" : ""} — ${path}:${line}`,
      );
      return whole(title, [...new Set(rows)], ROWS_MAX);
    });
    return texts.every((text) => text === "") ? undefined : told(context, texts);
  },
};
