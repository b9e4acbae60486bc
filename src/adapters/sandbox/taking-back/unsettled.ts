/** Tries again what could not be done, or known. @returns whether nothing of it is left */
export type Settle = () => boolean;

/** By what it is that could not be taken back, or looked at. */
const unsettled = new Map<string, Settle>();

/** Until it is settled, nothing that may write runs in this process without somebody's yes. */
export function unsettle(what: string, settle: Settle): void {
  unsettled.set(what, settle);
}

/** What of all that is left. */
export function leftUnsettled(): string | undefined {
  for (const [what, settle] of unsettled) {
    try {
      if (!settle()) return what;
    } catch {
      return what;
    }
    unsettled.delete(what);
  }
  return undefined;
}
