import { DO_NOTHING } from "../programs/checkers.ts";
import { takesCode } from "../programs/interpreters.ts";
import { readerOf } from "../programs/readers.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { isKnownModule, moduleAt } from "./python-modules.ts";
import { saidToStart } from "./starting-options.ts";

/** Programs whose first word says what is done with the others. */
const TAKES_VERB = new Set(
  (
    "npm pnpm yarn bun jsr poetry uv deno lerna hatch gem pod conan rebar3 stack cabal luarocks dart flutter mix cargo go dotnet composer " +
    "gh glab docker podman nerdctl buildah terraform tofu terragrunt pulumi kubectl oc helm vercel netlify firebase fly flyctl wrangler now " +
    "aws gcloud az doctl heroku railway supabase serverless sls sam vagrant minikube kind k3d multipass virsh lxc incus nomad consul vault " +
    "apt apt-get aptitude dnf yum pacman zypper apk brew port snap flatpak choco winget scoop pip pip3 pipx pdm op bw rails artisan"
  ).split(" "),
);
/** What only names words of its own behind itself: packages, tests, targets, things of a service. */
const NAMES = new Set(
  (
    "a access add annotate api api-resources apply approve audit auth autoclean autoremove b bench bin browse build bundle c cache cat check checkout ci clean clippy " +
    "clone close cluster-info comment commit completion config cordon cp create ct dedupe delete del depends deploy deprecate describe destroy dev diff dist-tag doc " +
    "docs doctor download drain edit enable disable env events explain export expose fetch fix fmt format fund generate get graph help history hook images import " +
    "info init inspect install i it issue kill label licenses link lint list ll ln load login logout logs ls metadata mod new org outdated output owner pack package " +
    "patch pause ping pkg plan port pr prefix preview profile prune ps publish pull purge push query r reinstall release remove rename repo report restart restore " +
    "rm rmi rmdir rollout root run-script s save sbom scale search secret serve show shrinkwrap stage star stars start stat state stats status stop store sum sync t " +
    "tag tap task taint team test tidy token top trash tree types un unalias undeploy unlink uninstall uninit unpause unpin unpublish untag up update upgrade validate " +
    "vendor verify version versions view vet wait which who whoami why workflow"
  ).split(" "),
);
/** The same where `run` is told a script of the project by its name. */
const RUNS_BY_NAME = /^(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|composer|dart|flutter|gh|glab|gem)$/;
/** What stands before what is done: a kind of thing, or all of them. */
const GROUPS =
  /^(?:builder|buildx|container|compose|env|image|network|node|pip|plugin|pm|pod|project|pub|system|tool|volume|workspaces?|[\w-]+s)$/;
/** Of these the first word names a service. */
const HAS_SERVICES = /^(?:aws|gcloud|az|doctl|supabase)$/;
/** Options before the first word that take the next one, whatever the program. */
const TAKES_NEXT =
  /^(?:workspace|-[CFHRfnpw]|--(?:prefix|dir|cwd|filter|workspace|namespace|context|host|project|project-directory|profile|region|repo|file|directory|loglevel|registry|manifest-path))$/;

/** Programs that read no word as a program but by an option that says so, whatever else they do. */
export type IsKnown = (name: string) => boolean;

/**
 * The words that a program may start, or hand to somebody who does: all, unless it is known to take them for names, places and texts. An
 * option that says that it starts what it is given counts with each that does more than print.
 * @param isKnown  whether a program is one of those whose words are known
 */
export function startableWords(name: string, words: readonly ShellWord[], isKnown: IsKnown): readonly ShellWord[] {
  if (name === "git" || DO_NOTHING.has(name)) return [];
  if (takesCode(name)) return startedByModule(name, words, isKnown);
  if (TAKES_VERB.has(name) && !onlyNames(name, words)) return words;
  return isKnown(name) || readerOf(name) !== undefined ? saidToStart(words) : words;
}

/** `python3 -m MODULE`: a program of its own. */
function startedByModule(name: string, words: readonly ShellWord[], isKnown: IsKnown): readonly ShellWord[] {
  const at = moduleAt(name, words);
  const module = words[at]?.text ?? "";
  if (at < 0 || isKnownModule(module)) return [];
  return startableWords(module, words.slice(at + 1), isKnown);
}

/** Whether the first word, or the one behind a kind of thing, says that the others are names. */
function onlyNames(name: string, words: readonly ShellWord[]): boolean {
  const plain = words.filter(
    ({ text }, at) => !text.startsWith("-") && !TAKES_NEXT.test(words[at - 1]?.text ?? "") && text !== "",
  );
  const [verb, next] = plain;
  if (verb === undefined) return true;
  if (!isLiteral(verb)) return false;
  // What stands before it may take it for a value.
  const before = words[words.indexOf(verb) - 1]?.text ?? "";
  const mayBeValue = before.startsWith("--") && !before.includes("=");
  return names(name, verb, next) && (!mayBeValue || next === undefined || names(name, next, plain[2]));
}

const names = (name: string, verb: ShellWord, next: ShellWord | undefined): boolean =>
  NAMES.has(verb.text)
    ? !((GROUPS.test(verb.text) || HAS_SERVICES.test(name)) && next !== undefined && STARTS.test(next.text))
    : (verb.text === "run" && RUNS_BY_NAME.test(name)) ||
      ((GROUPS.test(verb.text) || HAS_SERVICES.test(name)) &&
        next !== undefined &&
        NAMES.has(next.text) &&
        !STARTS.test(next.text));
const STARTS = /^(?:exec|run|set|import)$/;
