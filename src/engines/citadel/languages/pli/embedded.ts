import type { ReferenceFact } from "../../model.ts";
import { sqlReferences } from "../sql/sql-references.ts";
import { cicsUses } from "./cics-command.ts";

const TEXT_LENGTH_MAX = 100;

/** A command of another language inside a program. */
export interface EmbeddedCommand {
  readonly language: "SQL" | "CICS";
  /** The text behind EXEC SQL or EXEC CICS, without the terminator. */
  readonly text: string;
  /** The 1-based line of the file where `text` begins. */
  readonly line: number;
  /** Key of the symbol that contains it. */
  readonly from: string;
}

/** References of EXEC SQL and EXEC CICS commands, for languages that have no deeper reading of their own. */
export function embeddedReferences(command: EmbeddedCommand): ReferenceFact[] {
  const { from, line } = command;
  const text = `EXEC ${command.language} ${command.text}`.replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX);
  if (command.language === "SQL") {
    return sqlReferences(command.text).flatMap((statement) =>
      statement.uses.map((use) => ({
        kind: use.kind,
        from,
        name: use.name,
        targets: use.targets,
        line: line + use.line,
        text,
      })),
    );
  }
  return cicsUses(command.text).map((use) => ({
    kind: use.kind,
    from,
    name: use.name,
    targets: use.targets,
    line: line + lineOfName(command.text, use.name),
    text,
    ...(!use.isLiteral && { resolved: "unresolved" as const, reason: `${use.name} is a variable` }),
  }));
}

/** Lines below the first where the name is written. */
function lineOfName(text: string, name: string): number {
  const at = text.toUpperCase().indexOf(name);
  return at < 0 ? 0 : text.slice(0, at).split("\n").length - 1;
}

/** External entry points of DB2, IMS, MQ, LE and CICS: no source of theirs is ever missing. */
export const isSystemRoutine = (name: string): boolean =>
  /^(?:DSNTIAR|DSNTIAC|DSNHLI|DSNALI|DSNRLI|DSNELI|(?:CBL|PLI|ASM|AIB|CEE)TDLI|DFSLI000|MQ[A-Z0-9]+|CEE[A-Z0-9]+|DFH[A-Z0-9]+|IKJ[A-Z0-9]+|IGZ[A-Z0-9]+|IBM[A-Z0-9]+|ISPLINK|ISPEXEC|ISQLINK|ILBO[A-Z0-9]+)$/i.test(
    name,
  );
