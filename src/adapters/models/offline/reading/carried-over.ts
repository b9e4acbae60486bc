/** A person that a part speaks of: "they" behind that are people, and nothing that the folder has. */
const PEOPLE =
  /\b(any(?:body|one)|some(?:body|one)|every(?:body|one)|people|users|customers|operators|admins|callers|clients)\b/i;
/** In the place of who does something: "them" may be what is done to. */
const THEY =
  /\b(?<=(?:\b(?:can|could|do|did|may|must|will|would|should|are|were|have|once|if|when|before|after|while) ))they\b(?:['’]re\b)?/gi;

/** A part with the people of a part before it where "they" do something: "does anybody log in, and can they change anything". */
export function withPeople(part: string, index: number, parts: readonly string[]): string {
  const [, people] = PEOPLE.exec(parts.slice(0, index).join(" ")) ?? [];
  if (people === undefined || PEOPLE.test(part)) return part;
  const named = people.toLowerCase();
  return part.replace(THEY, (they) => (/re$/i.test(they) ? `${named} ${/s$/.test(named) ? "are" : "is"}` : named));
}

/** "Is MQ used? By which programs": who does what the part before only says is done. */
export function withDoer(part: string, index: number, parts: readonly string[]): string {
  const [, doers = "", rest = ""] = BY_WHICH.exec(part) ?? [];
  const [, what = "", done = ""] = doers === "" ? [] : (IS_DONE.exec(parts[index - 1] ?? "") ?? []);
  const does = DOES[done.toLowerCase()];
  return does === undefined ? part : `which ${doers} ${does} ${what}${rest}?`;
}

const BY_WHICH = /^\W*(?:and )?by (?:which|what) ([a-z]+)((?:,? (?:and|or) .{1,60}?)?)[\s?.!]*$/i;
const IS_DONE =
  /^\W*(?:(?:and|so) )?(?:is|are|was|were) (?:the )?(.{2,40}?) (\w+)(?: (?:here|anywhere|at all|in \w+(?: \w+)?))?[\s?.!]*$/i;

const DOES: Readonly<Record<string, string>> = {
  used: "use",
  called: "call",
  read: "read",
  written: "write",
  updated: "update",
  changed: "update",
  deleted: "delete",
  copied: "copy",
  started: "start",
  run: "run",
  imported: "import",
};
