import type { DecisionDigest } from "./digest-shape.ts";
import type { FieldMeaning } from "./field-meaning.ts";

/** A field of a rule, with how the rule uses it. */
export interface RuleField {
  readonly meaning: FieldMeaning;
  readonly access: "decides" | "sets" | "reads";
}

/** One branch or calculation that decides or derives a business field, with the lines that prove it. */
export interface Rule {
  readonly program: string;
  readonly paragraph: string;
  readonly decision: DecisionDigest;
  readonly fields: readonly RuleField[];
  readonly file: string;
}

/** A field's meaning in one line: `PIC S9(9)V99; A = B; comment`. */
export function meaningText({ picture, usage, values, comment, record }: FieldMeaning): string {
  const clauses = [picture === "" ? "" : `PIC ${picture}`, usage === "" || usage === "DISPLAY" ? "" : usage];
  return [
    clauses.filter((part) => part !== "").join(" "),
    values.join(", "),
    comment,
    record === "" ? "" : `of ${record}`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}
