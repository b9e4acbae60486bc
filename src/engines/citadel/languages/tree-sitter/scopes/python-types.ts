import { NONE, UNKNOWN } from "./scope-builder.ts";
import { ScopeVisitor } from "./visitor.ts";

const NO_ARGUMENTS: readonly number[] = [];
const TYPE_LENGTH_MAX = 2000;

/** Annotations of Python, also those in quotes; read from their text, because a string holds no tree. */
export abstract class PythonTypes extends ScopeVisitor {
  protected typeOf(text: string): number {
    if (text === "" || text.length > TYPE_LENGTH_MAX) return NONE;
    return this.union(text.replace(/#[^\n]*/g, "").replace(/["'\\]|\s+/g, (part) => (/\s/.test(part) ? " " : "")));
  }

  private union(text: string): number {
    const parts = split(text, "|");
    return parts.length > 1 ? this.builder.add(["union", parts.map((part) => this.one(part))]) : this.one(text);
  }

  private one(written: string): number {
    const { builder } = this;
    const text = written.trim();
    const match = /^([\w.]+)\s*(?:\[([\s\S]*)\])?$/.exec(text);
    const name = match?.[1];
    if (name === undefined) return UNKNOWN;
    if (name === "None") return builder.literal("None");
    const parts = match?.[2] === undefined ? [] : split(match[2], ",");
    const last = name.slice(name.lastIndexOf(".") + 1);
    if (last === "Callable") return this.callable(parts);
    if (last === "Literal" || last === "Any") return last === "Any" ? UNKNOWN : builder.literal("str");
    if (parts.length === 0) return this.named(name, NO_ARGUMENTS);
    return this.named(
      name,
      parts.filter((part) => part.trim() !== "...").map((part) => this.union(part)),
    );
  }

  private named(name: string, args: readonly number[]): number {
    const { builder } = this;
    const head = name.split(".")[0] ?? "";
    const local = builder.scope === builder.top ? undefined : builder.find(head);
    const expression = local === undefined ? undefined : builder.expressions[local];
    // An import inside a function is seen by what follows there.
    if (expression?.[0] === "import" && head === name)
      return builder.add(["type", `import ${expression[1]}`, this.cls, args]);
    if (expression?.[0] === "class" && head === name && args.length === 0)
      return builder.add(["class-type", expression[1]]);
    return args.length === 0
      ? builder.once(["type", name, this.cls, NO_ARGUMENTS])
      : builder.add(["type", name, this.cls, args]);
  }

  private callable([parameters = "", result = ""]: readonly string[]): number {
    const inside = /^\s*\[([\s\S]*)\]\s*$/.exec(parameters)?.[1];
    const types =
      inside === undefined || inside.trim() === "" ? [] : split(inside, ",").map((part) => this.union(part));
    return this.builder.add(["callable", types, result === "" ? UNKNOWN : this.union(result)]);
  }
}

function split(text: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (one === "[" || one === "(") depth += 1;
    else if (one === "]" || one === ")") depth -= 1;
    else if (one === sign && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  const last = text.slice(from);
  return last.trim() === "" && parts.length > 0 ? parts : [...parts, last];
}
