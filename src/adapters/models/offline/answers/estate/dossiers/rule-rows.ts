import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { wholeReport } from "../../../query/rows/found.ts";
import type { Section } from "../../../result-text.ts";

/** A condition with what is done there, as code intelligence reads it. */
export interface RuleRow {
  readonly program: string;
  readonly paragraph: string;
  /** Empty where it is done in any case. */
  readonly when: string;
  readonly actions: readonly string[];
  readonly path: string;
  readonly line: number;
}

const ROW =
  /^(?:When (.*?)|Always): ((?:MOVE|SET|COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE|PERFORM|EXEC|GO|DISPLAY|READ|WRITE|REWRITE|STRING|INITIALIZE|CALL|CONTINUE|ACCEPT|UNSTRING|INSPECT|OPEN|CLOSE|DELETE|START|STOP|GOBACK|EXIT|RETURN|SEARCH|SORT|RELEASE)\b.*?) \[lines \d+-\d+\] — (\S+):(\d+)$/;
const TITLE = /^(\S+?)\/(\S+)$/;

/** The rules of a place or those that touch fields, in the order of their lines; the same statements only once. */
export function* rulesOf(input: Readonly<Record<string, unknown>>, folder: Folder): Looking<readonly RuleRow[]> {
  const found = yield* wholeReport("citadel_rules", input, folder);
  const rows = (found?.sections ?? []).flatMap(rulesIn);
  const unique = new Map(rows.map((row) => [`${row.program} ${row.paragraph} ${row.when} ${row.actions.join()}`, row]));
  return [...unique.values()].toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );
}

function rulesIn({ title, rows }: Section): readonly RuleRow[] {
  const [, program, paragraph] = TITLE.exec(title) ?? [];
  if (program === undefined || paragraph === undefined) return [];
  return rows.flatMap((text): RuleRow[] => {
    const [, when = "", done = "", path, line] = ROW.exec(text) ?? [];
    return path === undefined
      ? []
      : [{ program, paragraph, when, actions: done.split("; "), path, line: Number(line) }];
  });
}

/** A rule as a row, with those of its statements that are asked for. */
export function ruleText({ program, paragraph, when, path, line }: RuleRow, actions: readonly string[]): string {
  return `${path}:${line}  ${when === "" ? "always" : `when ${when}`}: ${actions.join("; ")} (${program}/${paragraph})`;
}
