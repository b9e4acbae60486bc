import { gitPrograms } from "../../adapters/workspace/git/git-programs.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { trustedPrograms } from "./trust.ts";

/**
 * Before git writes the files of a commit somewhere, or looks whether they are changed: both take them through the filters that the
 * repository's configuration names.
 * @param what  begins the sentence that tells it
 * @param options.commits  it makes commits as well, which may be signed
 * @throws {UserError} where one of them is not trusted
 */
export function refuseUntrustedFilters(
  what: string,
  folder: string,
  environment: Environment,
  { commits = false } = {},
): void {
  const trusted = trustedPrograms(folder, locations(environment));
  const filter = gitPrograms(folder).find(
    (program) =>
      (STARTED_BY_FILES.test(program) || (commits && STARTED_BY_COMMITS.test(program))) &&
      startsOnLook(program) &&
      !trusted.includes(program),
  );
  if (filter !== undefined)
    throw new UserError(
      phrase`${what} would start what this repository's configuration names (${filter}); look at it, then run \`waymark config trust\`.`,
      EXIT.badInput,
    );
}

/** Or what cannot be read, which may hold one. */
const STARTED_BY_FILES = /^filter\.|^include\.|\(unreadable\)$/;
const STARTED_BY_COMMITS = /^gpg\./;
