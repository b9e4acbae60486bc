import { createReach } from "../../../base/glob.ts";
import { isNamedSecret, SECRET_SAMPLES } from "../../secrets/secret-path.ts";
import type { WorkspaceFacts } from "../policy-types.ts";

/** Of a pattern that finds something that counts; else whatever it might find. */
export function mayFindSecret(
  names: readonly string[],
  { found, facts }: { readonly found: readonly string[] | undefined; readonly facts: WorkspaceFacts | undefined },
): boolean {
  const holds = facts?.holdsSecret;
  if (found === undefined) return true;
  if (holds !== undefined && found.length > 0) return found.some((one) => holds(one));
  return isNamedSecret(names.join("/")) || names.some(globReachesSecret);
}

/** Whether the shell could expand a component, globs and all, into a secret's name.
 *  A bare `*` is left out: it does not reach dot files, and asking for it would tell nothing. */
function globReachesSecret(component: string): boolean {
  if (/^[*?]+$/.test(component) || !/[*?[]/.test(component)) return false;
  const reaches = createReach(component, { ignoreCase: true });
  return SECRET_SAMPLES.some((name) => (!name.startsWith(".") || /^[.[]/.test(component)) && reaches(name));
}
