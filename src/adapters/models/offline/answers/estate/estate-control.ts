import { escapeRegExp } from "../../../../../base/glob.ts";
import { firstRows } from "../../cut-lists.ts";
import { isJcl, stemOf } from "../../file-names.ts";
import { fileOf, type Thing } from "../../folder.ts";
import { type Looking, look } from "../../looking.ts";
import { wordPattern } from "../../named-thing.ts";
import type { CodeReport } from "../../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  isEstate,
  listed,
  nameOf,
  placesText,
  report,
  search,
  sectionText,
  unanswered,
  verdict,
} from "../answer.ts";
import { placeLine } from "./estate.ts";
import { crud, noMainframe } from "./estate-data.ts";
import { stepsOf } from "./job-steps.ts";
import { screenOf } from "./screen-itself.ts";

/** What a mainframe application runs, and in which order. */
export const CONTROL_INTENTS: readonly Intent[] = [
  {
    id: "job",
    describes: ["job"],
    of: /^(?:job|transaction|procedure|program|step|file|entry)/,
    means: "which steps and programs a job runs",
    needs: "name",
    forms:
      "what does job X run | which programs does job X run | steps of job X | which steps does X have | what programs does X execute | what steps are in job X | quais programas o job X executa | quais passos tem o job X | which program does transaction X start | which program does X run | what program runs for transaction X | what does transaction X start | which program is behind transaction X | what runs when X is entered | which program runs when X is typed | qual programa a transacao X inicia | in what order do the steps of X run | what does X run | what does X execute | walk me through job X step by step | explain job X step by step | step by step through X | what does each step of X do | which steps does X have and what do they do | describe the steps of job X | explique o job X passo a passo",
    answer: jobSteps,
  },
  {
    id: "screens-of",
    of: /^(?:program|transaction|map|mapset|data-item|file)/,
    means: "which screens it shows and where they lead",
    needs: "name",
    forms:
      "which screens does X use | what maps does X send | which screen does X show | where does screen X lead | where does X go next | which programs can X transfer to | which map does program X use | quais telas X usa | para onde vai a tela X | what is on screen X | which fields are on map X | which program sends map X | which program uses screen X | which screens show field X | on which screen is X displayed | quais telas mostram X | navigation from X | which program displays screen X | which screen shows X | screen layout of X | layout of screen X",
    answer: screensOf,
  },
  {
    id: "before-after",
    of: /^(?:job|program|procedure|transaction|entry|file|step)/,
    means: "what runs before and after it",
    needs: "name",
    forms:
      "what runs before X | what runs after X | which job runs before X | which job follows X | predecessor of X | successor of X | o que roda antes de X | o que roda depois de X | when does X run | in which order does X run | what must finish before X | when is job X scheduled | who schedules X | what schedules X | at what time does X start | at what time does X run | at what time is X started | when is X started | at what time is X run | when does X start | how often does X run | a que horas comeca X | quem agenda X | quando corre X",
    answer: neighbours,
  },
  {
    id: "path",
    isOfTwo: true,
    of: /^(?!folder$)/,
    means: "how one gets to the other",
    needs: "names",
    forms:
      "how does X get to Y | path from X to Y | how does X reach Y | does X call Y | call chain from X to Y | como X chega a Y | is Y reachable from X | sequence from X to Y | does X use Y | does X write to Y | does X read Y | X chama Y | does X depend on Y | does X import Y | is X connected to Y",
    answer: wayBetween,
  },
  {
    id: "flow",
    of: /^(?!folder$)/,
    means: "how control flows in it",
    needs: "name",
    forms:
      "show call chain of X | call sequence of X | call graph of X | flow of X | flowchart of X | control flow of X | draw X | fluxo de X | diagram of X | show the flow of X | fluxograma de X",
    answer: (asked) => flowOf(asked, asked.things[0]),
  },
  {
    id: "embedded",
    of: /^(?:program|file|paragraph|section|copybook|module)/,
    means: "which commands of CICS, SQL, DL/I and MQ it holds",
    needs: "name",
    forms:
      "list all the cics commands in X | which cics commands does X use | sql statements in X | which sql does X run | embedded sql in X | what db2 statements does X have | quais comandos cics X usa | does X use sql | which exec commands are in X | ims calls in X",
    *answer({ things: [thing] }) {
      const path = fileOf(thing);
      if (!thing || path === undefined) return unanswered("Say of which program.");
      const { lines } = yield* search(String.raw`EXEC +(?:CICS|SQL|DLI)\b|CALL +['"](?:MQ|CBLTDLI|AIBTDLI)`, { path });
      if (lines.length === 0)
        return answered(`${thing.name} holds no EXEC CICS, SQL or DLI and calls no MQ.`, placeLine(thing));
      return answered(listed(`Commands in ${thing.name}`, lines.map(cited), lines.length, 40));
    },
  },
  {
    id: "screens",
    means: "the transactions and screens there are",
    needs: "nothing",
    forms:
      "which screens are there | list all cics maps | list all cics maps and the programs that send them | list screens | list transactions | which transactions are there | howmany screens are there | howmany transactions are there | quais telas existem | quais transacoes existem | list the maps | screen flow | which cics transactions exist | online transactions | what maps exist | navigation between screens | list bms maps | list the cics transactions | list the transactions and their programs | which transactions start which programs | list the screens and their programs",
    *answer({ folder, concepts }) {
      const found = yield* report("citadel_screens", { path: ".", limit: 100 }, folder);
      if (!found) return noMainframe("screens");
      const transactions = found.sections.find(({ title }) => title === "Transactions");
      const programs = found.sections.find(({ title }) => title === "Programs");
      const maps = found.sections.find(({ title }) => title === "Maps");
      const wantsMaps = concepts.has("screen");
      const isAny = ((wantsMaps ? maps : transactions)?.total ?? 0) > 0;
      return verdict(
        isAny,
        answered(
          `${found.facts.get("Transactions") ?? 0} transactions, ${found.facts.get("Maps") ?? 0} maps, ${found.facts.get("Programs with screens or transfers") ?? 0} programs with screens or transfers.`,
          sectionText(wantsMaps ? maps : transactions, undefined, 40),
          sectionText(wantsMaps ? transactions : maps, undefined, 10),
          !transactions && !maps
            ? sectionText(programs, "Programs and what they show", 12)
            : wantsMaps || concepts.has("leadsto")
              ? sectionText(programs, "What they show and where they lead", 12)
              : "",
        ),
      );
    },
  },
];

/** What can run something. */
const RUNS = /^(?:job|program|procedure|step|file|entry|module|paragraph|section|function|method|script)$/;

const STEPS_MAX = 25;

function* jobSteps(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  if (!thing) return unanswered("Say of what.");
  if (thing.kind === "transaction") {
    const screens = yield* report("citadel_screens", { path: ".", limit: 200 }, asked.folder);
    const own =
      screens?.sections
        .find(({ title }) => title === "Transactions")
        ?.rows.filter((row) => row.startsWith(`${thing.name} ->`)) ?? [];
    return own.length > 0
      ? answered(listed(`Transaction ${thing.name} starts`, own))
      : unanswered(`No program is named for transaction ${thing.name} (${placesText(thing)}).`);
  }
  if (!RUNS.test(thing.kind))
    return unanswered(
      `${thing.name} is no program, job or transaction that is defined here (${thing.kind === "text" ? "it only stands in lines" : thing.kind}), so that what it starts is not known.`,
      placeLine(thing),
    );
  const path = fileOf(thing);
  const steps = path !== undefined && isJcl(path) ? yield* stepsOf(path) : [];
  const outs =
    path === undefined ? undefined : yield* report("citadel_get_callouts", { path, limit: 120 }, asked.folder);
  const runs = outs?.sections.filter(({ title }) => /^(?:executes|calls|links|starts|xctls)/.test(title)) ?? [];
  if (path !== undefined && steps.length > 0) return answeredSteps(path, steps, runs);
  if (runs.length === 0) return answered(`${thing.name} runs no program that the sources show.`, placeLine(thing));
  const rows = runs.flatMap((section) => section.rows);
  return answered(
    `What ${thing.name} runs, ${rows.length} in the order of its lines:`,
    ...runs.map((section) => sectionText(section, undefined, 20)),
  );
}

/** The steps as the job says them, and what is run where they lead to. */
export function answeredSteps(path: string, steps: readonly string[], runs: CodeReport["sections"] = []): Answer {
  const elsewhere = runs.flatMap(({ rows }) => rows.filter((row) => !row.includes(`${path}:`)));
  return answered(
    `${counted(steps.length, "step")} of ${path}, in their order:`,
    ...firstRows(steps, STEPS_MAX, { indent: "" }),
    ...(elsewhere.length > 0 ? [listed("Through procedures they run", elsewhere)] : []),
  );
}

function* screensOf(asked: Asked): Looking<Answer> {
  const [thing] = asked.things;
  if (!thing || !isEstate(asked.folder)) return noMainframe("screens");
  const path = fileOf(thing);
  const isField = thing.kind === "data-item" || thing.kind === "text";
  const found = isField
    ? yield* report("citadel_screens", { path: ".", names: [thing.name], limit: 40 }, asked.folder)
    : undefined;
  if (found && found.sections.length > 0)
    return answered(
      `Screens that show ${thing.name}:`,
      ...found.sections.map((section) => sectionText(section, undefined, 15)),
    );
  const screen = yield* screenOf(asked, thing);
  const outs =
    path === undefined ? undefined : yield* report("citadel_get_callouts", { path, limit: 120 }, asked.folder);
  const shown = outs?.sections.filter(({ title }) => /^(?:sends|receives|xctls|links|starts)/.test(title)) ?? [];
  if (shown.length === 0 && screen.length === 0)
    return answered(`${thing.name} sends and receives no screen that the sources show.`, placeLine(thing));
  return answered(
    `Screens of ${thing.name}:`,
    ...shown.map((section) => sectionText(section, undefined, 12)),
    ...screen,
  );
}

const STARTS = /\((?:starts|executes|submits)\)/;
/** A scheduler that holds a job of the same name. */
const isOwnRow = (row: string, name: string): boolean =>
  row.toUpperCase().startsWith(`${name.toUpperCase()} (EXECUTES)`);

/** What is run as a whole: of anything else, no scheduler could speak. */
const RUN_AS_WHOLE = /^(?:job|step|proc|program|transaction)/;

function* neighbours(asked: Asked): Looking<Answer> {
  const name = nameOf(asked);
  const callers = yield* report("citadel_get_callers", { name, path: ".", limit: 20 }, asked.folder);
  const starts = callers?.sections[0]?.rows.filter((row) => STARTS.test(row) && !isOwnRow(row, name)) ?? [];
  const next = yield* startedBy(name, asked);
  const { lines } = yield* search(`(?:INCOND|OUTCOND|JOBNAME|TRIGGER|AFTER|schedule|cron).*${escapeRegExp(name)}`);
  const found = starts.length + next.length + lines.length > 0;
  if (!found && !RUN_AS_WHOLE.test(asked.things[0]?.kind ?? "")) return unanswered(placeLine(asked.things[0]));
  if (!found)
    return {
      ...answered(
        `That is not in this folder: no scheduler definition, trigger or JCL here says when ${name} runs, who starts it, or what runs before or after it.`,
        placeLine(asked.things[0]),
      ),
      obeyed: "all",
    };
  return answered(
    starts.length > 0
      ? listed(`What comes before or starts ${name}`, starts)
      : `Nothing here is shown to come before or start ${name}.`,
    next.length > 0
      ? listed(`What comes after or is started by ${name}`, next)
      : `Nothing here is shown to come after or be started by ${name}.`,
    listed("Lines of the scheduler that name it", lines.map(cited)),
    placeLine(asked.things[0]),
  );
}

/** What a job starts when it ends, as the scheduler or the job itself says. */
function* startedBy(name: string, { folder }: Asked): Looking<readonly string[]> {
  const outs = yield* report("citadel_get_callouts", { path: ".", only: ["starts", "submits"], limit: 500 }, folder);
  return (outs?.sections ?? [])
    .flatMap(({ rows }) => rows)
    .filter((row) => row.toUpperCase().startsWith(`${name.toUpperCase()} -> `));
}

function* wayBetween(asked: Asked): Looking<Answer> {
  const [from, to] = asked.things;
  const start = fileOf(from);
  if (!from || start === undefined) return unanswered("Say from where.");
  return to ? yield* between(asked, [from, to]) : unanswered("Say to where.");
}

/** The calls of something, or the flowchart of its statements. */
function* flowOf({ folder, concepts }: Asked, from: Thing | undefined): Looking<Answer> {
  if (!from) return unanswered("Say of what.");
  const path = fileOf(from) ?? ".";
  if (concepts.has("callgraph") || concepts.has("call")) {
    const outs = yield* report("citadel_get_callouts", { path, limit: 120 }, folder);
    const calls = outs?.sections.filter(({ title }) => /^(?:calls|performs|executes|links|xctls|starts)/.test(title));
    return answered(
      `The calls of ${from.name}:`,
      ...(calls ?? []).map((section) => sectionText(section, undefined, 20)),
    );
  }
  const isPart = /^(?:paragraph|section)$/.test(from.kind);
  const flow = yield* look("citadel_get_flow_diagram", isPart ? { path, name: from.name } : { path });
  if (flow.failed) return unanswered(`No parser draws the flow of ${from.name}.`, placeLine(from));
  return answered(flow.text, `${path}:${from.places[0]?.line ?? 1}`);
}

/** The nearest way from one thing to another: by a reference, by data, by its name in the source, by what a change reaches. */
function* between({ folder, ...asked }: Asked, [from, to]: readonly [Thing, Thing]): Looking<Answer> {
  const path = fileOf(from) ?? ".";
  const outs = yield* report("citadel_get_callouts", { path, limit: 300 }, folder);
  const target = writtenAs(to);
  const direct = rowsWith(outs, `-> ${target}`);
  if (direct.length > 0) return answered(listed(`Yes: ${from.name} refers to ${to.name}`, direct));
  const touched = rowsWith(yield* crud({ folder, ...asked }, from.name), to.name);
  if (touched.length > 0) return answered(listed(`Yes: ${from.name} reaches ${to.name}`, touched));
  for (const [one, other, place] of [
    [from, to, path],
    [to, from, fileOf(to)],
  ] as const) {
    const { lines } =
      place === undefined ? { lines: [] } : yield* search(wordPattern(writtenAs(other)), { path: place });
    if (lines.length > 0) return answered(listed(`${one.name} names ${other.name}`, lines.map(cited)));
  }
  const chain = rowsWith(yield* report("citadel_impact", { name: to.name, limit: 200 }, folder), from.name);
  if (chain.length > 0) return answered(listed(`Not directly; a change of ${to.name} reaches ${from.name}`, chain));
  return answered(
    `I found no way from ${from.name} to ${to.name}; other files may lead there.`,
    placeLine(from),
    placeLine(to),
  );
}

/** A file stands in sources by its name without folders and ending. */
const writtenAs = (thing: Thing): string => (fileOf(thing) === thing.name ? stemOf(thing.name) : thing.name);

function rowsWith(found: CodeReport | undefined, text: string): readonly string[] {
  const rows = found?.sections.flatMap((section) => section.rows.map((row) => `${section.title}: ${row}`)) ?? [];
  return rows.filter((row) => row.toLowerCase().includes(text.toLowerCase()));
}
