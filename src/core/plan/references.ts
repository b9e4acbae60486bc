const REFERENCE = /\$\{steps\.([A-Za-z0-9_-]+)\.output((?:\.[A-Za-z0-9_-]+)*)\}/g;
const LIKE_REFERENCE = /\$\{steps\.[^}]*\}?/g;

export interface Reference {
  readonly step: string;
  /** Names of fields and numbers of list items, outermost first. */
  readonly fields: readonly string[];
  readonly source: string;
}

export type Substitution =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "missing"; readonly message: string };

/** Every `${steps.ID.output.FIELD}` in the strings of a value, and what only looks like one. */
export function findReferences(value: unknown): {
  readonly references: readonly Reference[];
  readonly malformed: readonly string[];
} {
  const references: Reference[] = [];
  const malformed: string[] = [];
  eachString(value, (text) => {
    if (!text.includes("${steps.")) return;
    for (const match of text.matchAll(REFERENCE)) references.push(referenceOf(match));
    for (const [source] of text.matchAll(LIKE_REFERENCE))
      if (source.replace(REFERENCE, "") !== "") malformed.push(source);
  });
  return { references, malformed };
}

/** Whether a string of the value is nothing but one reference, so that a value of any type may take its place. */
export function isWholeReference(text: string): boolean {
  return text.startsWith("${steps.") && text.replace(REFERENCE, "") === "" && text.indexOf("}") === text.length - 1;
}

/**
 * The value with each reference replaced, in one pass: what comes out of an output is never read for references again.
 * A string that is one whole reference takes the value's own type; within a longer string it is written out.
 */
export function substitute(value: unknown, outputOf: (step: string) => string | undefined): Substitution {
  const problems: string[] = [];
  const resolve = (reference: Reference): unknown => {
    const found = resolveReference(reference, outputOf(reference.step));
    if (found.kind === "value") return found.value;
    problems.push(found.message);
    return "";
  };
  const result = mapStrings(value, (text) => {
    if (!text.includes("${steps.")) return text;
    if (isWholeReference(text)) {
      const [match] = text.matchAll(REFERENCE);
      if (match) return resolve(referenceOf(match));
    }
    return text.replace(REFERENCE, (...match) => {
      const part = resolve(referenceOf(match as unknown as RegExpMatchArray));
      return typeof part === "string" ? part : JSON.stringify(part);
    });
  });
  return problems[0] === undefined ? { kind: "value", value: result } : { kind: "missing", message: problems[0] };
}

/** The value with every reference to one step turned into one to another. */
export function renameReferences(value: unknown, from: string, to: string): unknown {
  return mapStrings(value, (text) =>
    text.replace(REFERENCE, (source: string, step: string, fields: string) =>
      step === from ? `\${steps.${to}.output${fields}}` : source,
    ),
  );
}

/** The value with each string replaced by what `change` makes of it. */
export function mapStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]));
}

function eachString(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") return visit(value);
  if (typeof value !== "object" || value === null) return;
  for (const item of Object.values(value)) eachString(item, visit);
}

function referenceOf(match: RegExpMatchArray): Reference {
  const [source = "", step = "", fields = ""] = match;
  return { source, step, fields: fields.split(".").filter((field) => field !== "") };
}

function resolveReference(reference: Reference, output: string | undefined): Substitution {
  const { source, step, fields } = reference;
  if (output === undefined) return { kind: "missing", message: `${source}: step ${step} has no output.` };
  if (fields.length === 0) return { kind: "value", value: output };
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return { kind: "missing", message: `${source}: the output of ${step} is no JSON, so it has no fields.` };
  }
  for (const field of fields) {
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, field);
    if (!isThere) return { kind: "missing", message: `${source}: the output of ${step} has no field ${field}.` };
    value = (value as Readonly<Record<string, unknown>>)[field];
  }
  return { kind: "value", value };
}
