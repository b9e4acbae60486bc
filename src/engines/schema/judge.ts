import {
  branchesOf,
  describeTypes,
  isObject,
  isOfType,
  isSame,
  matchesPattern,
  propertySchema,
  resolveSchema,
  typeOf,
  typesOf,
} from "./facts.ts";

/** What does not fit, and in `message` what to do about it, for the model that wrote it. */
export interface Problem {
  /** As `a.b[2]`; empty for the whole value. */
  readonly path: string;
  /** `structure`: an object or a list where text is wanted; `value`: none of the choices; `choice`: none of the branches. */
  readonly kind: "type" | "required" | "unknown" | "value" | "choice" | "range" | "structure";
  readonly message: string;
}

const DEPTH_MAX = 64;
const PROBLEMS_MAX = 20;

/**
 * Holds a value against a JSON Schema (types, choices, ranges, patterns, required, additionalProperties, nested values,
 * allOf, anyOf, oneOf, local `$ref`). Empty when it fits. A keyword that is not known allows everything.
 *
 * @param root  where references are looked up, if `schema` is a part
 */
export function judge(schema: unknown, value: unknown, root: unknown = schema): readonly Problem[] {
  const found: Problem[] = [];
  check(value, schema, "", { root, found, depth: 0 });
  return found.slice(0, PROBLEMS_MAX);
}

interface Check {
  readonly root: unknown;
  readonly found: Problem[];
  readonly depth: number;
}
type Schema = Readonly<Record<string, unknown>>;

function check(value: unknown, unresolved: unknown, path: string, above: Check): void {
  const schema = resolveSchema(unresolved, above.root);
  if (schema === true || above.depth > DEPTH_MAX || above.found.length >= PROBLEMS_MAX) return;
  const here = { ...above, depth: above.depth + 1 };
  const tell = (kind: Problem["kind"], message: string): void => void here.found.push({ path, kind, message });
  if (schema === false) return tell("unknown", `Remove ${named(path)}: it is not allowed.`);
  const types = typesOf(schema);
  const isStructure = typeof value === "object" && value !== null && types.includes("string");
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return tell(
      isStructure ? "structure" : "type",
      `Give ${named(path)} as ${article(describeTypes(types))}; it was ${article(typeOf(value))}.`,
    );
  const choices = "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (choices !== undefined && !choices.some((choice) => isSame(choice, value)))
    tell("value", `Set ${named(path)} to one of ${choices.map(shown).join(", ")}; it was ${shown(value)}.`);
  for (const part of Array.isArray(schema["allOf"]) ? schema["allOf"] : []) check(value, part, path, here);
  checkBranches(value, schema, path, here);
  for (const message of limitsOf(value, schema, named(path))) tell("range", message);
  if (Array.isArray(value)) checkElements(value, schema, path, here);
  else if (isObject(value)) checkMembers(value, schema, path, here);
}

function checkBranches(value: unknown, schema: Schema, path: string, here: Check): void {
  const branches = branchesOf(schema);
  if (branches.length === 0) return;
  const tries = branches.map((branch) => {
    const attempt: Check = { ...here, found: [] };
    check(value, branch, path, attempt);
    return attempt.found;
  });
  const fitting = tries.filter((found) => found.length === 0).length;
  if (fitting === 1 || (fitting > 1 && (!Array.isArray(schema["oneOf"]) || !isObject(value)))) return;
  if (fitting > 1) {
    const message = `Give ${named(path)} in exactly one of its forms; it fits ${fitting} of them.`;
    here.found.push({ path, kind: "choice", message });
    return;
  }
  const nearest = tries.reduce((left, right) => (right.length < left.length ? right : left));
  const kind = nearest.every((problem) => problem.kind === "structure") ? "structure" : "choice";
  here.found.push(
    { path, kind, message: `${named(path, "The value")} fits none of its ${branches.length} forms.` },
    ...nearest,
  );
}

function limitsOf(value: unknown, schema: Schema, name: string): readonly string[] {
  const limit = (key: string): number | undefined =>
    typeof schema[key] === "number" ? (schema[key] as number) : undefined;
  const found: string[] = [];
  const hold = (isWrong: boolean, message: string): void => void (isWrong && found.push(message));
  if (typeof value === "number") {
    const [low, high] = [limit("minimum"), limit("maximum")];
    const [above, below] = [limit("exclusiveMinimum"), limit("exclusiveMaximum")];
    hold(low !== undefined && value < low, `Set ${name} to at least ${low}; it was ${value}.`);
    hold(high !== undefined && value > high, `Set ${name} to at most ${high}; it was ${value}.`);
    hold(above !== undefined && value <= above, `Set ${name} above ${above}; it was ${value}.`);
    hold(below !== undefined && value >= below, `Set ${name} below ${below}; it was ${value}.`);
  } else if (typeof value === "string") {
    const [low, high] = [limit("minLength"), limit("maxLength")];
    hold(low !== undefined && value.length < low, `Give ${name} at least ${low} characters; it has ${value.length}.`);
    hold(high !== undefined && value.length > high, `Give ${name} at most ${high} characters; it has ${value.length}.`);
    const pattern = schema["pattern"];
    if (typeof pattern === "string")
      hold(matchesPattern(value, pattern) === false, `Make ${name} match /${pattern}/; it was ${shown(value)}.`);
  } else if (Array.isArray(value)) {
    const [low, high] = [limit("minItems"), limit("maxItems")];
    hold(low !== undefined && value.length < low, `Give ${name} at least ${low} elements; it has ${value.length}.`);
    hold(high !== undefined && value.length > high, `Give ${name} at most ${high} elements; it has ${value.length}.`);
    if (schema["uniqueItems"] === true) {
      const texts = value.map((element) => JSON.stringify(element));
      const twice = texts.find((text, index) => texts.indexOf(text) < index);
      hold(twice !== undefined, `Remove the duplicate ${twice} from ${name}.`);
    }
  }
  return found;
}

function checkElements(list: readonly unknown[], schema: Schema, path: string, here: Check): void {
  const { prefixItems, items } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? true : (items ?? true);
  list.forEach((element, index) => {
    check(element, index < first.length ? first[index] : rest, `${path}[${index}]`, here);
  });
}

function checkMembers(value: Readonly<Record<string, unknown>>, schema: Schema, path: string, here: Check): void {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const rest = schema["additionalProperties"] ?? true;
  for (const [key, member] of Object.entries(value)) {
    const at = join(path, key);
    const own = propertySchema(schema, key, here.root);
    if (own !== undefined || rest !== false) check(member, own ?? rest, at, here);
    else {
      const names = Object.keys(properties).join(", ");
      const message = `Remove ${named(at)}; allowed are: ${names === "" ? "none" : names}.`;
      here.found.push({ path: at, kind: "unknown", message });
    }
  }
  for (const key of Array.isArray(schema["required"]) ? schema["required"] : []) {
    if (typeof key !== "string" || Object.hasOwn(value, key)) continue;
    const types = typesOf(resolveSchema(properties[key] ?? true, here.root));
    const kind = types.length === 0 ? "" : ` (${describeTypes(types)})`;
    here.found.push({
      path: join(path, key),
      kind: "required",
      message: `Add ${named(join(path, key))}${kind}; it is required.`,
    });
  }
}

function join(path: string, key: string): string {
  const step = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : `${path}.${step}`;
}

function named(path: string, whole = "the value"): string {
  return path === "" ? whole : `"${path}"`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === "null" ? "null" : `a ${type}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
