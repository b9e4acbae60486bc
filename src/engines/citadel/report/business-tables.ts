import { compare } from "../queries/answer.ts";
import type { FieldMeaning } from "../queries/business/field-meaning.ts";
import type { Field } from "../queries/business/fields.ts";
import { meaningText, type Rule, type RuleField } from "../queries/business/rule.ts";
import type { Cell, Placed, Table } from "./model.ts";

export function rulesTable(rules: readonly Rule[]): Table {
  return {
    id: "rules",
    title: "Rules",
    columns: ["Program", "Paragraph", "Condition", "Effect", "Decides on", "Sets", "Lines", "Fields and meaning"],
    rows: rules.map(ruleRow),
    note: "Each branch of IF and EVALUATE and each calculation that decides on or sets a field of a record, a parameter or a copybook.",
  };
}

export function ruleRow(rule: Rule): Cell[] {
  const { program, paragraph, decision, file, fields } = rule;
  const named = (access: string): string =>
    [...new Set(fields.filter((field) => field.access === access).map(({ meaning }) => meaning.name))].join(", ");
  return [
    { text: program, file, line: decision.line },
    { text: paragraph, file, line: decision.line },
    decision.condition,
    decision.effect,
    named("decides"),
    named("sets"),
    { text: `${decision.line}-${decision.endLine}`, file, line: decision.line },
    meanings(rule),
  ];
}

const placed = ({ name, file, line }: FieldMeaning): Placed => ({ text: name, file, line });

const meanings = ({ fields }: Rule): string =>
  [...new Map(fields.map(({ meaning }) => [meaning.name, `${meaning.name}: ${meaningText(meaning)}`])).values()].join(
    " | ",
  );

/** The fields that a rule decides on or sets. */
export const fieldsOfRule = ({ fields }: Rule): readonly RuleField[] =>
  fields.filter(({ access }) => access !== "reads");

/** The same rules, field by field. */
export function ruleFieldsTable(rules: readonly Rule[]): Table {
  const rows = rules.flatMap((rule) =>
    fieldsOfRule(rule).map(({ meaning, access }): { readonly key: string; readonly row: Cell[] } => ({
      key: `${meaning.name}\u0000${meaning.id}\u0000${rule.file}\u0000${String(rule.decision.line).padStart(8)}`,
      row: [
        placed(meaning),
        access,
        { text: rule.program, file: rule.file, line: rule.decision.line },
        rule.paragraph,
        rule.decision.condition,
        rule.decision.effect,
      ],
    })),
  );
  return {
    id: "rules-by-field",
    title: "Rules by field",
    columns: ["Field", "Rule", "Program", "Paragraph", "Condition", "Effect"],
    rows: rows.sort((left, right) => compare(left.key, right.key)).map(({ row }) => row),
    note: "",
  };
}

export function fieldsTable(fields: readonly Field[]): Table {
  return {
    id: "fields",
    title: "Fields",
    columns: [
      "Field",
      "Level",
      "Picture",
      "Usage",
      "Offset",
      "Bytes",
      "Occurs",
      "Record",
      "Copybook",
      "Read",
      "Written",
      "Programs",
      "Meaning",
    ],
    rows: fields.map(fieldRow),
    note: "Offset and bytes count from the record's start. Read and written count the statements that name the field.",
  };
}

export const fieldRow = ({ meaning, ...field }: Field): Cell[] => [
  placed(meaning),
  field.level,
  meaning.picture,
  meaning.usage,
  field.offset ?? "",
  field.length ?? "",
  field.occurs,
  field.record,
  field.copybook,
  field.reads,
  field.writes,
  field.programs.join(" "),
  [meaning.values.join(", "), meaning.comment, meaning.record].filter((part) => part !== "").join("; "),
];
