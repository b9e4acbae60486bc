import type { ExecBlock } from "../program.ts";

const READ = 1;
const WRITTEN = 2;
const BOTH = 3;

/** Options that every command fills in. Source: "CICS TS Application Programming Reference", argument values. */
const FILLED: ReadonlySet<string> = new Set(["INTO", "SET", "RESP", "RESP2", "KEYFEEDBACK"]);

/** Options by command where they differ from being read. */
const BY_COMMAND = new Map<string, ReadonlyMap<string, number>>(
  Object.entries({
    ASKTIME: { ABSTIME: WRITTEN },
    FORMATTIME: everyBut(["ABSTIME", "DATESEP", "TIMESEP", "STRINGFORMAT"]),
    CONVERTTIME: { ABSTIME: WRITTEN },
    ASSIGN: everyBut([]),
    ADDRESS: everyBut([]),
    INQUIRE: everyBut([]),
    READ: { LENGTH: BOTH, RIDFLD: READ, TOKEN: WRITTEN },
    READNEXT: { LENGTH: BOTH, RIDFLD: BOTH },
    READPREV: { LENGTH: BOTH, RIDFLD: BOTH },
    READQ: { LENGTH: BOTH, NUMITEMS: WRITTEN },
    WRITEQ: { ITEM: BOTH, NUMITEMS: WRITTEN },
    RECEIVE: { LENGTH: BOTH, FLENGTH: BOTH },
    RETRIEVE: { LENGTH: BOTH, RTRANSID: WRITTEN, RTERMID: WRITTEN, QUEUE: WRITTEN },
    CONVERSE: { TOLENGTH: BOTH, TOFLENGTH: BOTH },
    LINK: { COMMAREA: BOTH },
    GET: { FLENGTH: BOTH },
    LOAD: { ENTRY: WRITTEN, LENGTH: WRITTEN, FLENGTH: WRITTEN },
    STARTBROWSE: { BROWSETOKEN: WRITTEN },
    GETNEXT: { CONTAINER: WRITTEN },
    START: { REQID: READ },
    POST: { SET: WRITTEN },
    WAIT: {},
  }).map(([command, options]) => [command, new Map(Object.entries(options))]),
);

/** All options but these are filled in. */
function everyBut(read: readonly string[]): Record<string, number> {
  return { ...Object.fromEntries(read.map((option) => [option, READ])), "*": WRITTEN };
}

/** What a command does to the item of an option: 1 reads, 2 fills in, 3 both. */
export function optionAccess(language: ExecBlock["language"], command: string, option: string): number {
  const known = BY_COMMAND.get(language === "CICS" ? command : "");
  const access = known?.get(option);
  if (access !== undefined) return access;
  if (FILLED.has(option)) return WRITTEN;
  return known?.get("*") ?? READ;
}
