import { namesSecret as isNamedSecret } from "../../secrets/secret-path.ts";
import { patternIn } from "../meant/word-patterns.ts";
import type { Part } from "../part.ts";
import { placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { takesCode } from "../programs/interpreters.ts";
import { programName } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** A word, or the value after `=`, that leads out of the workspace or to a secret. */
export function leavesWorkspace(word: ShellWord, part: Part, options: CommandPolicyOptions): boolean {
  if (!isLiteral(word)) return true;
  const isElsewhere = (text: string): boolean => {
    const { isSecret, region } = placeOf({ ...word, text }, part.folders, options);
    return isSecret || !(region === "inside" || region === "root" || region === "stream");
  };
  if (stuckTo(word).some(isElsewhere)) return true;
  if (piecesOf(word, part).some(isElsewhere)) return true;
  if (bareNames(word, part).some((text) => leadsAway({ ...word, text }, part, options))) return true;
  const value = pathIn(word);
  if (value === undefined) return sendsSecret(word, part, options);
  return /^[a-z][a-z+.-]*:\/\//i.test(value) || isElsewhere(value);
}

/** `--outDir lnk`, `--reporter-option output=lnk`: a name without a slash is a path as well where a link of that name is there. */
const leadsAway = (word: ShellWord, { folders }: Part, options: CommandPolicyOptions): boolean =>
  /^(?:outside|above)$/.test(placeOf(word, folders, options).region);

function bareNames({ text }: ShellWord, { argv: [program, ...words] }: Part): readonly string[] {
  const [, ...values] = text.split(/[=:,]/);
  const at = words.findIndex((word) => word.text === text);
  const isName =
    TAKES_NAMES.test(program === undefined ? "" : programName(program)) &&
    !words[at - 1]?.text.startsWith("-") &&
    !words.slice(0, Math.max(at, 0)).some((word) => MAKES_PLACE.test(word.text));
  return [...(isName ? [] : [text]), ...values].filter((name) => /^\w[\w.+/-]*$/.test(name));
}

/** Programs whose plain words are names, but for those behind a verb that makes what it names. */
const TAKES_NAMES =
  /^(?:npm|pnpm|yarn|bun|npx|bunx|cargo|go|g?make|ninja|just|task|rake|mvnw?|gradlew?|sbt|dotnet|bundle|composer|gem|poetry|uv|pdm|pipenv|pip3?|docker|podman|nerdctl|docker-compose|git|kubectl|helm|terraform|tofu|gh|glab|systemctl|service|apt|apt-get|brew|dnf|apk|pacman|echo|printf|test|\[)$/;
const MAKES_PLACE = /^(?:clone|create|generate|init|new|scaffold)$/;

/** What leads elsewhere by itself between the signs that part a word: `xml:../x`, `-Wl,-Map=../x`, `type=local,dest=/`. */
function piecesOf({ text }: ShellWord, { argv: [program] }: Part): readonly string[] {
  const name = program === undefined ? "" : programName(program);
  // A script is no path, nor a message.
  if (/^g?sed$/.test(name) || (name === "git" && !text.startsWith("-"))) return [];
  const words = HAS_PLACES_OF_ITS_OWN.test(name) ? text.replace(/:[^:=,]*/g, "") : text;
  return words
    .replace(ADDRESS, "")
    .split(/[,:=]/)
    .map((piece) => (piece.startsWith("~") ? "/home" : piece))
    .filter((piece) => /^\/|(?:^|\/)\.\.(?:\/|$)/.test(piece));
}
/** Behind a colon stands a container's name for a folder, a place on another machine, or one of a commit. */
const HAS_PLACES_OF_ITS_OWN = /^(?:docker|podman|nerdctl|docker-compose|ssh|scp|sftp|rsync|git)$/;
const ADDRESS = /\b(?:https?|wss?|postgres(?:ql)?|mysql|redis|amqps?|mongodb(?:\+srv)?):\/\/[^\s,]*/gi;

/** What stands in one word with a short option, `-osub/../x`, `-Clink`, or behind commas in it, `-Wl,-o,x`. */
const stuckTo = ({ text }: ShellWord): readonly string[] =>
  /^-[A-Za-z]./.test(text) ? [text.slice(2), ...text.split(",").slice(1)] : [];

/** `-T id_rsa`, `-d @.env`, `-F f=@id_rsa;type=x`: a file of secrets by its bare name, whatever stands around it. */
function sendsSecret(word: ShellWord, { folders }: Part, options: CommandPolicyOptions): boolean {
  const names = word.text.split(/[\s@=<>;,"']+/).filter((name) => /[._]/.test(name) && !name.startsWith("-"));
  return names.some((text) => placeOf({ ...word, text }, folders, options).isSecret);
}

/** Whether a word, or the value after `=`, is the path of a secret, as far as it is known, or a pattern that finds one. */
export function namesSecret(word: ShellWord, part: Part, options: CommandPolicyOptions): boolean {
  if (!isLiteral(word)) return false;
  if (word.glob && findsSecret(word, part, options)) return true;
  const value =
    pathIn(word) ?? (/^[\w*?[][^\s/]*[._]/.test(word.text) && !/\s/.test(word.text) ? word.text : undefined);
  return value !== undefined && placeOf({ ...word, text: value }, part.folders, options).isSecret;
}

const findsSecret = (word: ShellWord, { folders }: Part, { facts }: CommandPolicyOptions): boolean =>
  folders.some((folder) =>
    facts
      ?.namesFound?.(patternIn(word, folder))
      .some((path) => isNamedSecret(path, "file") || facts.holdsSecret?.(path) === true),
  );

/** What every program is made of. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|dev)(?:\/|$)/;

/** Whether a word, of whatever program, is the path of something that is there and lies elsewhere, by the bare name of a link, too. */
export function namesElsewhere(word: ShellWord, part: Part, options: CommandPolicyOptions): boolean {
  if (!isLiteral(word)) return false;
  const value = pathIn(word);
  // What a bare word is to code, only the code tells.
  const isCode = part.argv[0] !== undefined && takesCode(programName(part.argv[0]));
  const paths = value === undefined ? (isCode ? [] : bareNames(word, part)) : [value];
  return paths.some((text) => {
    const { path, region } = placeOf({ ...word, text }, part.folders, options);
    if (path === undefined || !/^(?:outside|above)$/.test(region) || SYSTEM.test(path)) return false;
    return word.glob || options.facts?.realPath?.(path) !== undefined;
  });
}

/** What of a word may be a path or an address. */
function pathIn({ text }: ShellWord): string | undefined {
  const [, value = text.startsWith("-") ? "" : text] =
    /^(?:--?[\w-]+=|[io]f=|-[A-Za-z]+(?=[./~]))(.*)$/s.exec(text) ?? [];
  if (!/^[~./]|\/|^\.?env|key|secret|credential/i.test(value)) return undefined;
  return value.startsWith("~") ? "/home" : value;
}
