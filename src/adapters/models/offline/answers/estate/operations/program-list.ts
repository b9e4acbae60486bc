import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { keptPrograms, transactions } from "../../../query/rows/estate.ts";
import { placeOfRow, wholeReport } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { answered } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";
import { baseFirst, moduleOf, OF_BASE } from "./modules.ts";
import { purposesOf } from "./purposes.ts";

const KIND = "(?:(?:cobol|batch|online|cics|main|base|different|various) )*programs?(?: (?:here|in here))?";
const ASKS = new RegExp(
  [
    String.raw`\b(?:which|what) ${KIND} (?:does|do|is doing|is for|are for) (?:what|which)\b`,
    String.raw`\bwhat (?:do|does|is|are) (?:each|every|all|the|all the|each of the|the (?:single|individual)) ${KIND} (?:do|does|for|good for)\b`,
    String.raw`\bwhat (?:does )?(?:each|every) (?:one|${KIND}) (?:do|does)\b`,
    String.raw`\b(?:purpose|role|description|overview|summary|function|list) of (?:each|every|all|all the|the) ${KIND}`,
    String.raw`\b(?:describe|explain|summari[sz]e|overview|list)\b.{0,24}\b(?:each|every|all|the) ${KIND}(?:\W*$| (?:with|and|briefly|shortly|in (?:a|one)))`,
    String.raw`\b(?:which|what) programs? (?:make up|form|belong to|are (?:part )?of|are in|compose|constitute) the (?:online|batch|cics)\b`,
    String.raw`\bwhat ${KIND} (?:are there|exist|do we have)\b.*\b(?:do|does|for)\b`,
  ].join("|"),
);
const ROWS_MAX = 60;

/** "Which program does what": a line for each, with what starts it. */
export const PROGRAM_LIST: Dossier = {
  asks: (said) => ASKS.test(said),
  isOfStory: true,
  tells:
    /^\W*which programs? (?:make up|form)|\b(?:programs?|each|does what|do what)\b.*\b(?:do|does|run|runs|start|starts|what)\b/,
  *answer(said, _own, context) {
    const { folder } = context;
    const all = yield* keptPrograms(folder);
    const ways = yield* waysTo(folder);
    const wayOf = ({ name }: Row): Way | undefined => ways.get(name.toUpperCase());
    const wanted = /\bbatch\b/.test(said) ? "job" : /\b(?:online|cics)\b/.test(said) ? "transaction" : undefined;
    const own = all.filter(
      (row) =>
        (wanted === undefined || wayOf(row)?.kind === wanted) &&
        (!OF_BASE.test(said) || moduleOf(row.path, folder) === ""),
    );
    if (own.length === 0) return undefined;
    const purposes = yield* purposesOf(own);
    const texts = baseFirst(own, folder).map((row) => {
      const told = purposes.get(row.path);
      const way = wayOf(row);
      const said = told?.text ?? (way ? "says nothing of itself" : "says nothing of itself, and nothing here runs it");
      return `${row.name}: ${said}${way ? ` (${way.said})` : ""} — ${row.path}:${told?.line ?? row.line}`;
    });
    return {
      answer: { ...answered(whole(TITLE, texts, ROWS_MAX)), obeyed: "all", isOfForm: true },
      groups: [{ kind: "program", rows: own, isMany: true }, ...context.before],
    };
  },
};

const TITLE = "What each program says it does, and what starts it";

interface Way {
  readonly kind: "job" | "transaction" | "program";
  readonly said: string;
}

/** What starts a program, by its name: a job before a transaction before another program. */
function* waysTo(folder: Folder): Looking<ReadonlyMap<string, Way>> {
  const ways = new Map<string, Way>();
  const add = (name: string, way: Way): void => {
    const key = name.toUpperCase();
    if (key !== "" && !ways.has(key)) ways.set(key, way);
  };
  const calls = yield* wholeReport("citadel_get_callouts", { path: ".", only: [...Object.keys(CALLED)] }, folder);
  const edges = (calls?.sections ?? []).flatMap(({ title, rows }) =>
    rows.flatMap((row) => {
      const place = placeOfRow(row);
      const [, from = "", to = ""] = /^([^\s/]+)\S* -> (\S+)/.exec(place?.said ?? "") ?? [];
      return place && from !== to ? [{ title, from, to, path: place.path }] : [];
    }),
  );
  for (const { title, from, to, path } of edges)
    if (title === "executes" && /\.(?:jcl|prc|proc)$/i.test(path)) add(to, { kind: "job", said: `job ${from}` });
  for (const row of (yield* transactions(folder)).rows)
    add(row.note?.split(/\s+/)[1] ?? "", { kind: "transaction", said: `transaction ${row.name}` });
  for (const { title, from, to } of edges)
    if (title !== "executes") add(to, { kind: "program", said: `${CALLED[title]} ${from}` });
  return ways;
}

const CALLED: Readonly<Record<string, string>> = {
  executes: "run by",
  calls: "called by",
  links: "linked to by",
  xctls: "transferred to by",
};
