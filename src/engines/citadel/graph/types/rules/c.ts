import { distance } from "../../name-index.ts";
import type { EstateScopes } from "../estate-scopes.ts";
import {
  type FileScope,
  type FunctionInfo,
  NO_ENV,
  outside,
  type Rules,
  type Type,
  UNKNOWN_TYPE,
  unknown,
} from "../types.ts";

/** The rules of C: one name space of functions for all files, but for those that are static. */
export class CRules implements Rules {
  readonly hasOverloads = false;
  private readonly shared = new Map<string, FunctionInfo[]>();
  private readonly included = new Map<string, FunctionInfo[]>();

  constructor(scopes: EstateScopes) {
    for (const file of scopes.ofFamily("c"))
      for (const fn of file.functions) {
        // What a header defines as static is in every file that includes it.
        const all = fn.fact.isStatic ? (file.path.endsWith(".h") ? this.included : undefined) : this.shared;
        const same = all?.get(fn.fact.name);
        if (same) same.push(fn);
        else all?.set(fn.fact.name, [fn]);
      }
  }

  value(file: FileScope, name: string): Type {
    const at = Object.hasOwn(file.scope.names, name) ? file.scope.names[name] : undefined;
    const own = at === undefined ? undefined : file.expressions[at];
    if (own?.[0] === "function") {
      const fn = file.functions[own[1]];
      if (fn) return { kind: "functions", list: [{ fn, env: NO_ENV }] };
    }
    const includes = file.scope.imports.map(({ specifier }) => specifier.slice(specifier.lastIndexOf("/") + 1));
    const header = (this.included.get(name) ?? []).find(({ file: { path } }) =>
      includes.includes(path.slice(path.lastIndexOf("/") + 1)),
    );
    if (header) return { kind: "functions", list: [{ fn: header, env: NO_ENV }] };
    return this.linked(file, name);
  }

  /** A function of another file: the one of the program, where several programs lie in one estate that of the nearest folder. */
  private linked(file: FileScope, name: string): Type {
    const found = this.shared.get(name) ?? [];
    if (found.length === 0) return outside(name);
    const near = Math.min(...found.map((fn) => distance(fn.file.path, file.path)));
    const nearest = found.filter((fn) => distance(fn.file.path, file.path) === near);
    if (found.length === 1 && nearest[0]) return { kind: "functions", list: [{ fn: nearest[0], env: NO_ENV }] };
    return { kind: "union", items: found.map((fn) => ({ kind: "functions", list: [{ fn, env: NO_ENV }] })) };
  }

  bare(file: FileScope, name: string): Type {
    return this.value(file, name);
  }

  type(_file: FileScope, name: string): Type {
    return outside(name);
  }

  imported(): Type {
    return UNKNOWN_TYPE;
  }

  inModule(): Type {
    return UNKNOWN_TYPE;
  }

  member(): Type {
    return unknown("it is a member of a struct");
  }

  result(): Type {
    return outside();
  }

  element(): Type {
    return UNKNOWN_TYPE;
  }

  isCommon(): boolean {
    return false;
  }

  awaited(type: Type): Type {
    return type;
  }

  operator(_sign: string, left: Type): Type {
    return left;
  }
}
