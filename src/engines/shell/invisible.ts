/** Characters that a reader cannot see or that reorder what is seen: controls but tab and newline, formats, joiners, odd blanks,
 *  tags, lone surrogates and variation selectors of the supplement. */
const UNSEEN =
  /(?![\t\n ])(?:\p{Cc}|\p{Cf}|\p{Zs}|\p{Zl}|\p{Zp}|\p{Cs}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}])/u;
const UNSEEN_ALL = new RegExp(UNSEEN.source, "gu");
const BLANKS_SHOWN_MAX = 8;

export const hasUnseen = (text: string): boolean => UNSEEN.test(text);

/** `text` for a person to judge: what cannot be seen is written `\u{…}`, long runs of blanks and empty lines are counted. */
export function showUnseen(text: string): string {
  return text
    .replace(UNSEEN_ALL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[ \t]{9,}/g, (run) => (run.length > BLANKS_SHOWN_MAX ? ` [${run.length} blanks] ` : run))
    .replace(/\n{4,}/g, (run) => `\n[${run.length - 1} empty lines]\n`);
}
