import type { EstateScopes } from "../estate-scopes.ts";
import type { Rules, Types } from "../types.ts";
import { CRules } from "./c.ts";
import { CSharpRules } from "./c-sharp.ts";
import { EcmaScriptRules } from "./ecmascript.ts";
import { GoRules } from "./go.ts";
import { JavaRules } from "./java.ts";
import { PythonRules } from "./python.ts";

/** The rules of every language family whose scopes are read, each made when it is first asked for. */
export function rulesOf(scopes: EstateScopes, types: () => Types): (family: string) => Rules {
  const made = new Map<string, Rules>();
  return (family) => {
    const known = made.get(family);
    if (known) return known;
    const make = FAMILIES[family];
    if (!make) throw new Error(`No rules for ${family}`);
    const rules = make(scopes, types);
    made.set(family, rules);
    return rules;
  };
}

const FAMILIES: Readonly<Record<string, (scopes: EstateScopes, types: () => Types) => Rules>> = {
  c: (scopes) => new CRules(scopes),
  csharp: (scopes, types) => new CSharpRules(scopes, types),
  ecmascript: (scopes, types) => new EcmaScriptRules(scopes, types),
  go: (scopes, types) => new GoRules(scopes, types),
  java: (scopes, types) => new JavaRules(scopes, types),
  python: (scopes, types) => new PythonRules(scopes, types),
};
