import { programsSetIn } from "../../adapters/git-config.ts";
import { gitPrograms } from "../../adapters/workspace/git/git-programs.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { trustedPrograms } from "./trust.ts";

/**
 * Before git writes the files of a commit somewhere, or looks whether they are changed: both may start what the repository's configuration
 * names, such as filters, and hooks in newer versions of git.
 * @param what  begins the sentence that tells it
 * @param options.commits  it makes commits as well, which may be signed
 * @param options.settings  a file of settings that counts besides, of another working tree
 * @throws {UserError} where one of them is not trusted
 */
export function refuseUntrustedFilters(
  what: string,
  folder: string,
  environment: Environment,
  { commits = false, settings }: { readonly commits?: boolean; readonly settings?: string } = {},
): void {
  const trusted = trustedPrograms(folder, locations(environment));
  const named = [...gitPrograms(folder), ...(settings === undefined ? [] : programsSetIn(settings))];
  const filter = named.find(
    (program) =>
      !(NEVER_STARTED.test(program) || (!commits && STARTED_BY_COMMITS.test(program))) &&
      startsOnLook(program) &&
      !trusted.includes(program),
  );
  if (filter !== undefined)
    throw new UserError(
      phrase`${what} would start what this repository's configuration names (${filter}); look at it, then run \`waymark config trust\`.`,
      EXIT.badInput,
    );
}

/**
 * What these words of git, started quietly, cannot start: it shows nothing, is given its message, merges and sends nothing, and hooks that
 * are files are off. Whatever else a configuration can name counts, for git learns to start more.
 */
const NEVER_STARTED = new RegExp(
  [
    "^hook /",
    String.raw`^core\.(?:fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand) `,
    "^(?:pager|alias|diff|merge|mergetool|difftool|man|browser|guitool|credential|sequence|interactive|instaweb|sendemail|trailer)[.]",
    "^(?:uploadpack|remote|url|imap|init|svn|tar|web|help|log|format|rebase|pretty|branch|tag|protocol|extensions)[.]",
    String.raw`^submodule\.[\s\S]+\.update `,
  ].join("|"),
  "i",
);
const STARTED_BY_COMMITS = /^gpg\./;
