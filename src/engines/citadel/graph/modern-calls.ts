import { type FileFacts, type GraphEdge, nodeId, type ReferenceFact } from "../model.ts";
import { familyOf } from "./module-paths.ts";
import { distance } from "./name-index.ts";
import type { ScriptPackages } from "./script-packages.ts";
import { EstateScopes } from "./types/estate-scopes.ts";
import { Evaluator } from "./types/evaluator.ts";
import { supersOf } from "./types/members.ts";
import { CallTargets, type Target } from "./types/resolve-calls.ts";
import { rulesOf } from "./types/rules/index.ts";

/** What an edge says of its target. */
export type EdgeTarget = Pick<GraphEdge, "resolved"> & Partial<Pick<GraphEdge, "to" | "candidates" | "reason">>;

/** A name that more things than this have says nothing. */
const GUESSES_MAX = 40;
const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "class"]);

/** Targets of the calls of languages whose scopes are read: proven where they can be, else told as what they are. */
export class ModernCalls {
  private readonly calls: CallTargets;
  private readonly evaluator: Evaluator;
  private readonly scopes: EstateScopes;
  private readonly byName = new Map<string, Target[]>();

  constructor(files: readonly FileFacts[], packages: ScriptPackages) {
    const scopes = new EstateScopes(files, packages);
    const evaluator: Evaluator = new Evaluator(rulesOf(scopes, () => evaluator));
    this.scopes = scopes;
    this.evaluator = evaluator;
    this.calls = new CallTargets(evaluator, scopes);
    for (const { path, language, symbols } of files)
      for (const { kind, name, key } of symbols) {
        if (!CALLABLE.has(kind)) continue;
        const family = familyOf(language) ?? "";
        const known = this.byName.get(`${family}:${name}`);
        if (known) known.push({ path, symbol: key });
        else this.byName.set(`${family}:${name}`, [{ path, symbol: key }]);
      }
  }

  edge({ path, language }: FileFacts, { name, value = 0, targets }: ReferenceFact): EdgeTarget {
    const called = this.calls.resolve(path, value);
    switch (called.kind) {
      case "exact": {
        const candidates = called.candidates.map(idOf);
        const to = idOf(called.target);
        return { to, resolved: "exact", ...(candidates.length > 0 && { candidates }) };
      }
      case "candidates":
        return { resolved: "candidate", candidates: called.candidates.map(idOf) };
      case "outside":
        return { resolved: "external" };
      case "unknown":
        if (called.isValue || targets.length === 0) return { resolved: "unresolved", reason: called.reason };
        return this.guessed(path, `${familyOf(language)}:${name}`, called.reason);
    }
  }

  /** @returns undefined where the scopes do not tell what the class inherits from */
  inherited({ path }: FileFacts, { from, name }: ReferenceFact): EdgeTarget | undefined {
    const cls = this.scopes.classOf(path, from);
    if (!cls) return undefined;
    const parents = supersOf(this.evaluator, cls);
    const parent = parents.find((type) => type.kind === "instance" && type.cls.fact.name === name);
    if (parent?.kind === "instance" && parent.cls.fact.symbol !== undefined)
      return { to: nodeId(parent.cls.file.path, parent.cls.fact.symbol), resolved: "exact" };
    const isOutside = parents.length > 0 && parents.every((type) => type.kind === "outside");
    return isOutside ? { resolved: "external" } : undefined;
  }

  private guessed(from: string, key: string, reason: string): EdgeTarget {
    const found = this.byName.get(key) ?? [];
    if (found.length === 0 || found.length > GUESSES_MAX) return { resolved: "unresolved", reason };
    const ranked = [...found].sort(
      (left, right) => distance(left.path, from) - distance(right.path, from) || (left.path < right.path ? -1 : 1),
    );
    const [first] = ranked;
    const candidates = ranked.length > 1 ? { candidates: ranked.map(idOf) } : {};
    return { ...(first && { to: idOf(first) }), resolved: "by-name", reason, ...candidates };
  }
}

const idOf = ({ path, symbol }: Target): string => nodeId(path, symbol);
