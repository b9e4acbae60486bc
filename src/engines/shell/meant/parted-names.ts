/** Nothing but wildcards. */
const TAKES_ALL = /^(?:[*?.]|\[[^\]]*\])*(?:[*?]|\[[^\]]*\])(?:[*?.]|\[[^\]]*\])*$/;

/**
 * Whether a name that a line lists, parted at blanks and with quotes and backslashes taken away, has a piece that names something else than what lies
 * below where it is listed: `a /x` has `/x`, `a ../x` has `../x`, `a -x` an option, `a *` everything.
 */
export function partsAway(name: string, isFolder: boolean): boolean {
  if (TAKES_ALL.test(name)) return true;
  if (/^\s/.test(name) || (isFolder && /\s$/.test(name))) return true;
  if (/["'\\]/.test(name) && /^(?:\.{0,2}|~)$/.test(name.replace(/["'\\]/g, ""))) return true;
  return name
    .split(/\s+/)
    .slice(1)
    .some((piece) => /^(?:\.{1,2}|-.+)$/s.test(piece) || TAKES_ALL.test(piece));
}
