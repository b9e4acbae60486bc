/** Characters that a reader cannot see or that reorder what is seen: controls but tab and newline, formats, joiners, odd blanks,
 *  tags and variation selectors of the supplement. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb]|\ud834[\udd73-\udd7a]|[\udb40-\udb43][\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const UNSEEN_ALL = new RegExp(UNSEEN.source, "g");
const BLANKS_SHOWN_MAX = 8;

export const hasUnseen = (text: string): boolean => UNSEEN.test(text);

/** `text` for a person to judge: what cannot be seen is written `\u{…}`, long runs of blanks and empty lines are counted. */
export function showUnseen(text: string): string {
  return text
    .replace(UNSEEN_ALL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[ \t]{9,}/g, (run) => (run.length > BLANKS_SHOWN_MAX ? ` [${run.length} blanks] ` : run))
    .replace(/\n{4,}/g, (run) => `\n[${run.length - 1} empty lines]\n`);
}
