import { protectedName } from "../../engines/paths/protected-names.ts";

export const isProtectedName = (name: string): boolean => protectedName([name]) !== undefined;

/** Names that are protected in some folders only; those begin with a dot, or are of the system. */
export const isProtectedPair = (parent: string, name: string): boolean =>
  /^(?:\.|library$|etc$)/i.test(parent) && protectedName([parent, name]) !== undefined;
