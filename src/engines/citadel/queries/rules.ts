import type { Estate } from "../graph/estate.ts";
import type { Decision, NamedWord } from "../languages/cobol/procedure/decision.ts";
import { readDecisions } from "../languages/cobol/procedure/decisions.ts";
import { type FileFacts, FLOW_COLUMNS, type GraphNode, USE_COLUMNS } from "../model.ts";
import { answer, compare, failure, type Line, type QueryResult, type Section } from "./answer.ts";
import { type FieldMeaning, Meanings } from "./field-meaning.ts";
import { itemId, itemNode } from "./flow-index.ts";

/** A field of a rule, with how the rule uses it. */
export interface RuleField {
  readonly meaning: FieldMeaning;
  readonly access: "decides" | "sets" | "reads";
}

/** One branch or calculation that decides or derives a business field, with the lines that prove it. */
export interface Rule {
  readonly program: string;
  readonly paragraph: string;
  readonly decision: Decision;
  readonly fields: readonly RuleField[];
  readonly file: string;
}

/** What rules and fields are read from. */
export interface SourceParts {
  readonly estate: Estate;
  readonly textOf: (path: string) => string | undefined;
}

/** Data that comes with the run time and not from the business. */
const SYSTEM_NAME = /^(?:DFH|EIB|SQL(?:CA|CODE|STATE|ERR|WARN)|DIB)/;
const RECORD_AREAS: ReadonlySet<unknown> = new Set(["FILE", "LINKAGE"]);
const LANGUAGES: ReadonlySet<string> = new Set(["cobol", "copybook"]);

/**
 * Every branch of IF and EVALUATE and every calculation that decides or derives a business field, in the order of files and lines.
 * A field is of the business when it stands in a file's record, in LINKAGE or in a copybook, or is moved from or to such a field.
 */
export function findRules(parts: SourceParts, files: ReadonlySet<string>): Rule[] {
  const { estate, textOf } = parts;
  const uses = new NamedUses(estate);
  const meanings = new Meanings(estate, textOf);
  return [...files].sort(compare).flatMap((file): Rule[] => {
    if (!LANGUAGES.has(estate.facts.get(file)?.language ?? "")) return [];
    const text = textOf(file);
    if (text === undefined) return [];
    const units = estate
      .inFile(file)
      .filter(({ kind }) => kind === "paragraph" || kind === "section" || kind === "program");
    return readDecisions(file, text).flatMap((decision): Rule[] => {
      const fields = fieldsOf(decision, file, { uses, meanings });
      if (!fields.some(({ isBusiness, field }) => isBusiness && field.access !== "reads")) return [];
      const unit = unitAt(units, decision.line);
      const program = unit && (estate.programOf(unit) ?? unit);
      return [
        {
          program: program?.name ?? file,
          paragraph: unit && unit !== program ? unit.name : "",
          decision,
          fields: fields.map(({ field }) => field),
          file,
        },
      ];
    });
  });
}

/** The innermost unit around a line. */
function unitAt(units: readonly GraphNode[], line: number): GraphNode | undefined {
  let found: GraphNode | undefined;
  for (const unit of units)
    if (unit.start <= line && line <= unit.end && (!found || unit.start >= found.start)) found = unit;
  return found;
}

interface FoundField {
  readonly field: RuleField;
  readonly isBusiness: boolean;
}

function fieldsOf(
  decision: Decision,
  file: string,
  { uses, meanings }: { readonly uses: NamedUses; readonly meanings: Meanings },
): FoundField[] {
  const found = new Map<string, FoundField>();
  const add = (word: NamedWord, inCondition: boolean): void => {
    const use = uses.at(file, word);
    if (!use || SYSTEM_NAME.test(word.name)) return;
    const access = use.isWritten && !inCondition ? "sets" : inCondition ? "decides" : "reads";
    const key = `${access} ${use.id}`;
    if (!found.has(key))
      found.set(key, { field: { meaning: meanings.of(use.node), access }, isBusiness: use.isBusiness });
  };
  if (decision.kind !== "calculation") for (const word of decision.names) add(word, true);
  for (const { names } of decision.effects) for (const word of names) add(word, false);
  return [...found.values()];
}

interface NamedUse {
  readonly id: string;
  readonly node: GraphNode;
  readonly isWritten: boolean;
  readonly isBusiness: boolean;
}

/** The data item behind a name at a line. */
class NamedUses {
  private readonly estate: Estate;
  private readonly places = new Map<string, { readonly id: string; isWritten: boolean }>();
  private readonly business = new Map<string, boolean>();
  private readonly nodes = new Map<string, GraphNode | undefined>();

  constructor(estate: Estate) {
    this.estate = estate;
    for (const facts of estate.facts.values()) this.addFile(facts);
  }

  at(file: string, { name, line }: NamedWord): NamedUse | undefined {
    const place = this.places.get(`${file}:${line}:${name}`);
    const node = place && this.node(place.id);
    if (!place || !node) return undefined;
    return { ...place, node, isBusiness: this.isRecord(place.id) || this.business.get(place.id) === true };
  }

  private node(id: string): GraphNode | undefined {
    if (!this.nodes.has(id)) this.nodes.set(id, itemNode(this.estate, id));
    return this.nodes.get(id);
  }

  /** Does it stand in a record that programs share: of a file, a parameter, a copybook? */
  private isRecord(id: string): boolean {
    const node = this.node(id);
    if (!node || SYSTEM_NAME.test(node.name)) return false;
    return RECORD_AREAS.has(node.detail?.["area"]) || this.estate.facts.get(node.file)?.language !== "cobol";
  }

  private addFile({ path, dataFlow: flow }: FileFacts): void {
    if (!flow) return;
    const ids = flow.items.map(itemId);
    for (let at = 0; at < flow.uses.length; at += USE_COLUMNS) {
      const index = flow.uses[at + 3] as number;
      const file = flow.files[flow.uses[at + 1] as number] ?? path;
      const key = `${file}:${flow.uses[at + 2]}:${flow.items[index]?.name.toUpperCase()}`;
      const isWritten = ((flow.uses[at + 4] as number) & 2) !== 0;
      const known = this.places.get(key);
      if (known) known.isWritten ||= isWritten;
      else this.places.set(key, { id: ids[index] as string, isWritten });
    }
    for (let at = 0; at < flow.rows.length; at += FLOW_COLUMNS)
      this.addMove(ids[flow.rows[at] as number], ids[flow.rows[at + 1] as number]);
  }

  /** What is moved between a work field and a record is of the business too. */
  private addMove(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined) return;
    if (this.isRecord(from)) this.business.set(to, true);
    if (this.isRecord(to)) this.business.set(from, true);
  }
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

/** The condition with those around it. */
export const conditionText = ({ decision: { within, condition } }: Rule): string =>
  [...new Set([...within, condition])].filter((part) => part !== "").join(" AND ") || "always";

export const effectText = ({ decision: { effects } }: Rule): string => effects.map(({ text }) => text).join("; ");

/** The rules of a file or folder, by program and paragraph, then which rules each field has. */
export function businessRules(parts: SourceParts, path: string, names: readonly string[] = []): QueryResult {
  const files = new Set(parts.estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isAsked = ({ program, paragraph, fields }: Rule): boolean =>
    wanted.size === 0 ||
    [program, paragraph, ...fields.map(({ meaning }) => meaning.name)].some((name) => wanted.has(name.toUpperCase()));
  const rules = findRules(parts, files).filter(isAsked);
  if (rules.length === 0)
    return answer(`Rules of ${path}`, { notes: ["No statement here decides or derives a field of a record"] });
  const groups = Map.groupBy(rules, ({ program, paragraph }) =>
    paragraph === "" ? program : `${program}/${paragraph}`,
  );
  const sections = [...groups].map(([heading, group]): Section => ({ heading, lines: group.flatMap(ruleLines) }));
  return answer(`Rules of ${path}`, {
    values: [
      ["Rules", rules.length],
      ["Paragraphs", groups.size],
    ],
    sections: [...sections, { heading: "By field", lines: fieldLines(rules) }],
    notes: ["Conditions on work fields alone, such as switches and file states, are no rules and are left out."],
  });
}

function ruleLines(rule: Rule): Line[] {
  const { file, decision } = rule;
  return [
    {
      text: `${decision.kind === "calculation" && conditionText(rule) === "always" ? "Always" : `When ${conditionText(rule)}`}: ${effectText(rule)} [lines ${decision.line}-${decision.endLine}]`,
      file,
      line: decision.line,
    },
    ...rule.fields.map(({ meaning, access }) => ({
      text: `${access} ${meaning.name}: ${meaningText(meaning)}`,
      file: meaning.node.file,
      line: meaning.node.start,
      depth: 1,
    })),
  ];
}

function fieldLines(rules: readonly Rule[]): Line[] {
  const fields = new Map<string, { readonly meaning: FieldMeaning; readonly places: Set<string> }>();
  for (const { fields: own, file, decision } of rules)
    for (const { meaning, access } of own) {
      const known = fields.get(meaning.node.id) ?? { meaning, places: new Set<string>() };
      known.places.add(`${access} ${file}:${decision.line}`);
      fields.set(meaning.node.id, known);
    }
  return [...fields.values()]
    .map(
      ({ meaning, places }): Line => ({
        text: `${meaning.name}: ${[...places].join(", ")}`,
        file: meaning.node.file,
        line: meaning.node.start,
      }),
    )
    .sort((left, right) => compare(left.text, right.text));
}
