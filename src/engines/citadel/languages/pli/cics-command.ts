import type { EdgeKind, NodeKind } from "../../model.ts";

/** A resource that an EXEC CICS command names. */
export interface CicsUse {
  readonly kind: EdgeKind;
  readonly name: string;
  readonly targets: readonly NodeKind[];
  /** False when the name is a variable, whose value the text does not show. */
  readonly isLiteral: boolean;
}

type Rule = readonly [verb: RegExp, option: string, kind: EdgeKind, targets: readonly NodeKind[]];

const FILE_OPTIONS = ["FILE", "DATASET"] as const;
const fileRules = (verb: RegExp, kind: EdgeKind): Rule[] =>
  FILE_OPTIONS.map((option) => [verb, option, kind, ["file", "dataset"]]);

const RULES: readonly Rule[] = [
  [/^LINK\b/, "PROGRAM", "links", ["program"]],
  [/^XCTL\b/, "PROGRAM", "xctls", ["program"]],
  [/^(?:LOAD|RELEASE)\b/, "PROGRAM", "references", ["program"]],
  [/^(?:START|RETURN|RUN)\b/, "TRANSID", "starts", ["transaction"]],
  [/^SEND\b/, "MAP", "sends", ["map"]],
  [/^RECEIVE\b/, "MAP", "receives", ["map"]],
  ...fileRules(/^(?:READ|READNEXT|READPREV|STARTBR|RESETBR)\b/, "reads"),
  ...fileRules(/^WRITE\b/, "writes"),
  ...fileRules(/^REWRITE\b/, "updates"),
  ...fileRules(/^DELETE\b/, "deletes"),
];

/** The resources of one command, given the text behind EXEC CICS. */
export function cicsUses(command: string): CicsUse[] {
  const verb = command.trim().toUpperCase();
  return RULES.flatMap(([pattern, option, kind, targets]) => {
    if (!pattern.test(verb)) return [];
    const match = new RegExp(`\\b${option}\\s*\\(\\s*(?:(['"])([^'"]*)\\1|([^()\\s]+))\\s*\\)`, "i").exec(command);
    const name = (match?.[2] ?? match?.[3] ?? "").trim().toUpperCase();
    return name === "" ? [] : [{ kind, name, targets, isLiteral: match?.[2] !== undefined }];
  });
}
