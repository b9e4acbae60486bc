import type { EdgeKind } from "../citadel/model.ts";

/** What a verb of a sentence claims. */
export interface Verb {
  readonly base: string;
  /** Edges that make it true. */
  readonly kinds: readonly EdgeKind[];
  /** Of a data item: what of its uses makes it true. */
  readonly access?: "read" | "write";
  /** Words that may stand between it and its object; the verb has no meaning without one where `needs` says so. */
  readonly particles: readonly string[];
  readonly needs: boolean;
  /** Words before who does it, in the passive. */
  readonly by: readonly string[];
}

const CALLS: readonly EdgeKind[] = ["calls", "links"];
const CHANGES: readonly EdgeKind[] = ["writes", "updates", "deletes", "inserts"];
const TOUCHES: readonly EdgeKind[] = ["reads", "selects", ...CHANGES, "opens", "closes"];
const ALL: readonly EdgeKind[] = [
  ...TOUCHES,
  ...CALLS,
  ...(["xctls", "starts", "executes", "performs", "goto", "copies", "includes"] as const),
  ...(["sends", "receives", "defines", "references", "imports", "inherits"] as const),
];
const GOES = ["by", "from", "in", "within"];
const STAYS = ["by", "in", "within"];
const ENTERS = ["by", "in", "into"];

interface Row extends Partial<Omit<Verb, "base" | "kinds">> {
  /** Third person, past, participle, progressive, where they are not as the rule makes them. */
  readonly forms?: readonly [string, string, string, string];
}

const row = (base: string, kinds: readonly EdgeKind[], by: readonly string[], more: Row = {}): Verb & Row => ({
  base,
  kinds,
  by,
  particles: [],
  needs: false,
  ...more,
});

const READ: Row = { access: "read" };
const WRITE: Row = { access: "write" };

const ROWS: readonly (Verb & Row)[] = [
  row("call", CALLS, GOES),
  row("invoke", CALLS, GOES),
  row("link", ["links"], GOES, { particles: ["to"], needs: true }),
  row("run", ["executes"], GOES, { forms: ["runs", "ran", "run", "running"] }),
  row("execute", ["executes"], GOES),
  row("start", ["starts", "executes"], GOES),
  row("transfer", ["xctls"], [], {
    particles: ["control to", "to"],
    needs: true,
    forms: ["transfers", "transferred", "transferred", "transferring"],
  }),
  row("pass", ["xctls"], [], { particles: ["control to"], needs: true }),
  row("perform", ["performs"], GOES),
  row("go", ["goto"], [], { particles: ["to"], needs: true, forms: ["goes", "went", "gone", "going"] }),
  row("jump", ["goto"], [], { particles: ["to"], needs: true }),
  row("copy", ["copies", "includes"], ENTERS, { particles: ["in"] }),
  row("include", ["copies", "includes"], ENTERS),
  row("read", ["reads", "selects"], STAYS, {
    ...READ,
    particles: ["from"],
    forms: ["reads", "read", "read", "reading"],
  }),
  row("select", ["selects"], STAYS, { particles: ["from"] }),
  row("query", ["selects"], STAYS),
  row("write", ["writes", "inserts"], STAYS, {
    ...WRITE,
    particles: ["to", "into"],
    forms: ["writes", "wrote", "written", "writing"],
  }),
  row("update", ["updates"], STAYS, WRITE),
  row("rewrite", ["updates"], STAYS, { forms: ["rewrites", "rewrote", "rewritten", "rewriting"] }),
  row("delete", ["deletes"], STAYS, { particles: ["from"] }),
  row("insert", ["inserts"], ["by"], { particles: ["into"] }),
  row("change", CHANGES, STAYS, WRITE),
  row("modify", CHANGES, STAYS, WRITE),
  row("set", [], STAYS, { ...WRITE, forms: ["sets", "set", "set", "setting"] }),
  row("access", TOUCHES, STAYS),
  row("open", ["opens"], STAYS),
  row("close", ["closes"], STAYS),
  row("send", ["sends"], STAYS, { forms: ["sends", "sent", "sent", "sending"] }),
  row("display", ["sends"], STAYS),
  row("receive", ["receives"], STAYS, { particles: ["from"] }),
  row("define", ["defines"], STAYS),
  row("import", ["imports"], ENTERS, { particles: ["from"] }),
  row("inherit", ["inherits"], [], { particles: ["from"], needs: true }),
  row("extend", ["inherits"], ["by"]),
  row("implement", ["inherits"], ["by"]),
  row("reference", ["references"], STAYS),
  row("refer", ["references"], [], {
    particles: ["to"],
    needs: true,
    forms: ["refers", "referred", "referred", "referring"],
  }),
  row("use", ALL, STAYS),
  row("depend", ALL, [], { particles: ["on"], needs: true }),
];

export interface VerbForm {
  readonly verb: Verb;
  readonly isFinite: boolean;
  readonly isParticiple: boolean;
  readonly isProgressive: boolean;
}

const FORMS = new Map<string, VerbForm>();
for (const { forms, ...verb } of ROWS) {
  const [third, past, participle, progressive] = forms ?? regular(verb.base);
  for (const form of new Set([verb.base, third, past, participle, progressive]))
    FORMS.set(form, {
      verb,
      isFinite: form === verb.base || form === third || form === past,
      isParticiple: form === participle,
      isProgressive: form === progressive,
    });
}

function regular(base: string): readonly [string, string, string, string] {
  const stem = base.replace(/e$/, "");
  if (/[^aeiou]y$/.test(base)) {
    const short = base.slice(0, -1);
    return [`${short}ies`, `${short}ied`, `${short}ied`, `${base}ing`];
  }
  return [/(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : `${base}s`, `${stem}ed`, `${stem}ed`, `${stem}ing`];
}

/** The verb of a word as it stands in a sentence. */
export const verbForm = (word: string): VerbForm | undefined => FORMS.get(word.toLowerCase());
