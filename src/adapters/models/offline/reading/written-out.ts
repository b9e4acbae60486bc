/** Short forms that people of mainframes write, and what they stand for. */
const SHORT: readonly (readonly [short: string, written: string])[] = [
  ["accts?", "account"],
  ["tr[ax]ns?", "transaction"],
  ["custs?", "customer"],
  ["auths?", "authorization"],
  ["(?:prog|pgm)s", "programs"],
  ["(?:prog|pgm)", "program"],
  ["msgs?", "message"],
  ["rcs?(?= *(?:=|of |\\d|\\W*$))", "return code"],
  ["recs", "records"],
  ["rec", "record"],
  ["pwds?", "password"],
  ["pa?y?mnts?", "payment"],
  ["ppl", "people"],
  ["2(?= (?:people|users|persons|clerks|operators|admins)\\b)", "two"],
  ["simult[a-z]*ly", "simultaneously"],
];
// No part of a name that is written with hyphens.
const FORMS = SHORT.map(([short, written]) => ({ form: new RegExp(`(?<![\\w-])${short}(?![\\w-])`, "gi"), written }));

/** A question with such forms written out. */
export const writtenOut = (said: string): string =>
  FORMS.reduce((text, { form, written }) => text.replace(form, written), said);
