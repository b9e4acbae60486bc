import { stemOf } from "../../../file-names.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { isComment } from "../../../result-text.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines, placed } from "../operations/program-lines.ts";
import { linesLike, lineText, paragraphAt, performedIn, programTexts, stretch } from "./cobol-text.ts";
import { told } from "./told.ts";

const ONLINE = /\b(?:online|screens?|cics|terminal|requests?|requested|users?|dates? picked)\b/;
const BATCH = /\b(?:batch|jobs?|jcl|internal reader|submit\w*)\b/;
const HANDS =
  /\b(?:submit\w*|start\w*|trigger\w*|kick\w*|launch\w*|turn\w*|become\w*|hand\w*|pass\w*|get to|gets to|reach\w*|put|request\w*|connect\w*|mechanism|initiat\w*)\b/;
const WRITES = String.raw`\bWRITEQ +TD\b|\bSPOOLWRITE\b|\bSPOOLOPEN\b|\bINTRDR\b`;
const QUEUE_LINES = 5;

/** "How does a request on the screen become a batch job": what writes the job to a queue or the internal reader, the JCL that it holds, and where that queue leads. */
export const HANDOVER: Dossier = {
  asks: (said) =>
    ONLINE.test(said) && BATCH.test(said) && HANDS.test(said) && /\b(?:how|what|which|where|can|does|do)\b/.test(said),
  tells: /\b(?:how|what|which|where|job|jcl|mechanism|queue|dates?)\b/,
  *answer(_said, _own, context) {
    const { lines } = yield* codeLines([{ pattern: WRITES, glob: "*.{cbl,cob,cobol,CBL,COB}" }]);
    const writing = lines.filter(
      ({ path, text }) =>
        (context.folder.keeps?.(path) ?? true) &&
        !/'[^']*(?:WRITEQ|SPOOL|INTRDR)/i.test(text) &&
        !PARAGRAPH.test(text) &&
        /WRITEQ|SPOOL/i.test(text),
    );
    const [first] = writing;
    if (!first) return undefined;
    const [program] = yield* programTexts([first.path]);
    if (!program) return undefined;
    const home = paragraphAt(program, first.line);
    const caller = program.paragraphs.find(
      (one) =>
        one.name !== home?.name &&
        home !== undefined &&
        performedIn(program, one.from, one.to).some((name) => name.toUpperCase() === home.name.toUpperCase()),
    );
    const call =
      caller && home ? linesLike(program, new RegExp(`PERFORM +${home.name}\\b`, "i"), caller)[0] : undefined;
    const jcl = linesLike(program, /['"]\/\/[^*]/);
    const queue = /\bQUEUE *\( *'([^']+)'/i.exec(
      program.code.slice(first.line - 1, first.line + QUEUE_LINES).join(" "),
    )?.[1];
    const defined =
      queue === undefined
        ? []
        : (yield* linesOf([{ pattern: `\\bTDQUEUE *\\( *${queue} *\\)`, glob: "*.{csd,CSD,jcl,JCL,txt}" }])).lines;
    const readers = (yield* linesOf([
      { pattern: String.raw`\bDDNAME *\( *INREADER|\bSYSOUT=\([^)]*INTRDR`, glob: "*.{csd,CSD,jcl,JCL,prc}" },
    ])).lines;
    const from = call === undefined || !caller ? undefined : Math.max(caller.from, call - CALL_LINES);
    return told(context, [
      `${stemOf(first.path)} writes it line by line${queue === undefined ? "" : ` to the queue ${queue}`}:`,
      home ? stretch(program, home.from, home.to, HOME_LINES) : "",
      ...(from !== undefined && call !== undefined
        ? [`What leads there, in ${caller?.name}:`, stretch(program, from, call + 1, CALL_LINES * 2)]
        : []),
      whole(
        "The JCL that the program holds",
        jcl.map((line) => `${program.path}:${line}  ${lineText(program, line)}`),
        JCL_MAX,
      ),
      whole(
        "Where that queue is defined, and what goes to the internal reader",
        [...defined, ...readers].filter(({ path, text }) => !isComment(path, text)).map(placed),
        JCL_MAX,
      ),
    ]);
  },
};

const PARAGRAPH = /^ {1,4}[A-Z0-9][\w-]*\.\s*$/i;
const CALL_LINES = 8;
const HOME_LINES = 12;
const JCL_MAX = 5;
