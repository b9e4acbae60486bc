import { inlineCode } from "../dangers/inline-code.ts";
import { Reading } from "../option-grammar.ts";
import { takesCode } from "../programs/interpreters.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { isStream, keepsToProject } from "./own-code.ts";

/** Options of plain work, written as in a grammar, as `git-work.ts` has them: what is on no list, cut short or in full, is asked about. */
const OF_NODE =
  "-DSOPEBWfqrsiy -w: --save --save-dev --save-prod --save-optional --save-peer --save-exact --save-bundle --no-save --production --omit= --include= --legacy-peer-deps --force --no-audit " +
  "--no-fund --audit --fund --ignore-scripts --prefer-offline --prefer-online --offline --package-lock-only --no-package-lock --silent --quiet --verbose --dry-run --workspace= --workspaces " +
  "--loglevel= --progress --no-progress --engine-strict --strict-peer-deps --no-optional --json --depth= --long --all --parseable --no-bin-links --install-links --audit-level= " +
  "--frozen-lockfile --no-frozen-lockfile --immutable --workspace-root --filter= --recursive --dev --prod --exact --ignore-engines --non-interactive --check-files --lockfile-only " +
  "--latest --interactive --no-lockfile --pure-lockfile --peer --optional --yes";
const OF_PYTHON =
  "-r: -e: -c: -G: -UqvyDn -m: --requirement= --editable= --constraint= --upgrade --upgrade-strategy= --quiet --verbose --no-deps --pre --no-cache-dir --no-input --disable-pip-version-check " +
  "--dry-run --no-build-isolation --yes --force-reinstall --only-binary= --no-binary= --progress-bar= --dev --group= --extra= --all-extras --frozen --locked --no-sync --optional= --no-dev " +
  "--all-groups --upgrade-package= --no-root --with= --without= --only= --sync --no-interaction --outdated --tree --extras= --dest= -d: --no-update --seed";
const PACKAGES: readonly (readonly [programs: string, options: string])[] = [
  ["npm pnpm yarn bun", OF_NODE],
  ["pip pip3 python python3 python2 poetry uv pdm pipenv", OF_PYTHON],
  [
    "cargo",
    "-qv -p: -F: -e: -i: -d: --dev --build --features= --package= --optional --no-optional --no-default-features --locked --offline --frozen --workspace --precise= --dry-run --quiet --verbose " +
      "--format-version= --no-deps --depth= --edges= --invert= --duplicates --aggressive --recursive --root-deps-only",
  ],
  [
    "composer bundle",
    "-WonqvD --dev --no-dev --with-all-dependencies --no-scripts --prefer-dist --optimize-autoloader --no-interaction --no-progress --quiet --local --jobs= --retry= --group= --version= --without= --all",
  ],
  [
    "dotnet",
    "-v: -f: -p: --version= --framework= --prerelease --no-restore --no-cache --locked-mode --force --verbosity= --runtime= --package= --outdated",
  ],
];

const RUN =
  "-idtPq -a: -e: -p: -v: -w: -u: -h: -m: -l: -c: --rm --name= --env= --env-file= --publish= --publish-all --volume= --mount= --workdir= --user= --network= --net= --platform= --entrypoint= " +
  "--interactive --tty --detach --restart= --memory= --cpus= --hostname= --add-host= --dns= --label= --pull= --quiet --init --read-only --shm-size= --tmpfs= --ulimit= --gpus= --expose= " +
  "--network-alias= --stop-signal= --stop-timeout= --cap-drop= --health-cmd= --health-interval= --no-healthcheck --memory-swap= --cpu-shares= --pids-limit= --sig-proxy= --attach=";
const BUILD =
  "-q -t: -f: --tag= --file= --build-arg= --target= --no-cache --pull --platform= --progress= --quiet --label= --rm --force-rm --cache-from= --load --network= --layers --squash --no-cache-filter= --print --set=";
const COMPOSE = "-f: -p: --file= --profile= --env-file= --project-name= --ansi= --progress= --compatibility --dry-run";
const UP =
  "-dVqTtiaf -t: -e: -u: -w: -p: --detach --build --no-build --force-recreate --no-recreate --no-deps --remove-orphans --volumes --rmi= --timeout= --wait --wait-timeout= --quiet-pull --pull= --scale= " +
  "--abort-on-container-exit --exit-code-from= --no-cache --rm --name= --env= --user= --workdir= --entrypoint= --no-TTY --interactive --service-ports --publish= --build-arg= --progress= --index= " +
  "--always-recreate-deps --renew-anon-volumes --attach= --no-log-prefix --no-color --quiet --ignore-pull-failures --parallel= --follow --tail= --timestamps --all";
const OTHERS = "-aiqf -t: -s: --attach --interactive --time= --timeout= --signal= --quiet --all-tags --platform= --all";
/** Behind their first operand stands what runs inside. */
const RUNS_INSIDE = /^(?:run|exec|create)$/;

const KEEPS = /^(?:network|volume)$/;

const NODE =
  "-C: --test --test-name-pattern= --test-only --test-reporter= --test-reporter-destination= --test-concurrency= --test-timeout= --test-force-exit --test-shard= --watch --check --no-warnings " +
  "--trace-warnings --trace-deprecation --trace-uncaught --enable-source-maps --experimental-strip-types --experimental-transform-types --experimental-vm-modules --experimental-test-coverage " +
  "--experimental-sqlite --max-old-space-size= --stack-trace-limit= --expose-gc --inspect --inspect-brk --inspect-wait --conditions= --unhandled-rejections= --throw-deprecation --preserve-symlinks --prof --cpu-prof --version --help";

/** Whether a program is told no more than how to do the work that its kind of leave names. */
export function isPlain(need: string, name: string, words: readonly ShellWord[]): boolean {
  switch (need) {
    case "dependencies":
      return installsInProject(name, words);
    case "containers":
      return isPlainContainer(name, words);
    case "run-project":
      return runsOwnCode(name, words);
    default:
      return true;
  }
}

function operandsOf(
  words: readonly ShellWord[],
  options: string,
  stopsAtOperand = false,
): readonly ShellWord[] | undefined {
  const reading = new Reading(words, { options, operands: "text", stopsAtOperand }, { values: "any" });
  return reading.run() === undefined ? reading.finish().operands : undefined;
}

/** And not for the person, or all of the machine. */
function installsInProject(name: string, words: readonly ShellWord[]): boolean {
  if (name === "gem") return words[0]?.text !== "install" && words[0]?.text !== "update";
  // Of a module by its version go installs the program for the person.
  if (name === "go") return isPlainGo(words) && !installsForPerson(words);
  const options = PACKAGES.find(([programs]) => programs.split(" ").includes(name))?.[1];
  return (
    options !== undefined &&
    operandsOf(words, options)?.[0]?.text !== "global" &&
    operandsOf(words, options) !== undefined
  );
}

/** What is handed on to the linker may name another one; a page that is written nowhere is shown by a browser. */
const isPlainGo = (words: readonly ShellWord[]): boolean =>
  (!words.some(({ text }) => /^--?html\b/.test(text)) || words.some(({ text }) => /^--?o\b/.test(text))) &&
  words.every(
    ({ text }, at) =>
      OF_GO.test(text) || (/^--?(?:ldflags|gcflags)$/.test(words[at - 1]?.text ?? "") && !/-ext(?:ld|ar)/.test(text)),
  );
const installsForPerson = ([verb, ...words]: readonly ShellWord[]): boolean =>
  verb?.text === "install" && words.some(({ text }) => !/^-|^\.\.?(?:\/|$)/.test(text));
const OF_GO =
  /^(?!-)|^--?(?:v|x|n|a|p|u|t|d|o|c|i|race|msan|asan|cover|covermode|coverpkg|coverprofile|count|run|bench|benchmem|benchtime|timeout|short|parallel|cpu|failfast|json|list|shuffle|skip|tags|mod|gcflags|trimpath|buildvcs|fuzz|fuzztime|fuzzminimizetime|vet|w|l|s|m|f|all|src|work|fullpath|e|func|html|go|require|droprequire|replace|dropreplace|ldflags)(?:$|=(?!.*-ext(?:ld|ar)))/;

/** And shows no values of `.env`. */
const worksWithServices = ({ text }: ShellWord, words: readonly ShellWord[]): boolean =>
  !/^(?:config|convert)$/.test(text) && operandsOf(words, UP, RUNS_INSIDE.test(text)) !== undefined;

function isPlainContainer(name: string, words: readonly ShellWord[]): boolean {
  const [{ text: verb } = literalWord(""), ...rest] = words;
  if (name === "docker-compose" || verb === "compose") {
    const told = name === "docker-compose" ? words : rest;
    const [used, ...more] = operandsOf(told, COMPOSE, true) ?? [];
    return used !== undefined && !told.slice(0, told.indexOf(used)).some(isStream) && worksWithServices(used, more);
  }
  if (verb === "buildx")
    return /^(?:build|bake)$/.test(rest[0]?.text ?? "") && operandsOf(rest.slice(1), BUILD) !== undefined;
  // Of a driver and its options a volume may be any folder of the machine.
  if (KEEPS.test(verb)) return rest.length <= 2 && rest.every(({ text }) => /^\w[\w.-]*$/.test(text));
  // Neither what the line hands over, nor what lies elsewhere.
  if (verb === "build")
    return operandsOf(rest, BUILD)?.every(({ text }) => !/@|:\/\//.test(text)) === true && !rest.some(isStream);
  return operandsOf(rest, RUNS_INSIDE.test(verb) ? RUN : OTHERS, RUNS_INSIDE.test(verb)) !== undefined;
}

function runsOwnCode(name: string, words: readonly ShellWord[]): boolean {
  if (!keepsToProject(name, words)) return false;
  if (/^node(?:js)?$/.test(name) && operandsOf(words, NODE, true) === undefined) return false;
  if (name === "go") return isPlainGo(words);
  if (name === "just") return words.every(({ text }) => !/^-[a-z]*c|^--c/.test(text));
  // It makes hooks of the repository.
  if (name === "pre-commit") return words.every(({ text }) => !/^(?:un)?install|^init/.test(text));
  if (/^python[\d.]*$/.test(name) && words.some(({ text }) => /^(?:-m)?timeit$/.test(text))) return false;
  return !takesCode(name) || inlineCode(name, words, { input: { kind: "inherited" } }).length === 0;
}
