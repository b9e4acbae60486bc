import { hasLong, hasShort, optionValues, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import {
  type Danger,
  type DangerCheck,
  type DangerCode,
  type DangerContext,
  type DangerTable,
  danger,
  unresolved,
} from "./danger.ts";
import { isOwnAddress } from "./own-address.ts";
import { sqlDanger } from "./sql.ts";

const isVersion = (words: readonly ShellWord[]): boolean =>
  words.length === 1 && /^(--version|-V|-v|--help|-h|version|help)$/.test(words[0]?.text ?? "");
const always =
  (code: DangerCode, text: string): DangerCheck =>
  (words) =>
    isVersion(words) ? undefined : danger(code, text);
const table = (names: string, check: DangerCheck): DangerTable =>
  Object.fromEntries(names.split(" ").map((name) => [name, check]));

/** Their one address, and nothing that leads elsewhere: another proxy or name, settings, what an answer redirects to. */
const LEADS_ELSEWHERE =
  /^(?:-\w*[xKL]|--(?:proxy|preproxy|resolve|connect-to|config|location|follow|max-redirs|socks\S*|doh-url|url-query|interface)\b)/;

export const TALKS_TO_MACHINE = "it talks to a server of this machine";
/** Whether no leave for a kind of work covers it. */
export const isBeyondLeave = (found: Danger | undefined): boolean =>
  found !== undefined && found.text !== TALKS_TO_MACHINE;
const WITH_ITS_SERVER =
  "In the sandbox a server that is started and asked within one command needs nobody's leave: SERVER & sleep 1; curl …; kill %1.";

/** A server of this machine is none of the network, by its name alone: one that is only looked up may lie anywhere. */
function talks(words: readonly ShellWord[]): Danger | undefined {
  if (isVersion(words)) return undefined;
  const named = words.filter(({ text }) => /^[a-z]+:\/\/|^(?!-)[\w.[\]:-]+[.:]\w|^localhost\b/i.test(text));
  const isNear = named.length === 1 && words.every((word) => isLiteral(word) && !LEADS_ELSEWHERE.test(word.text));
  return isNear && isOwnAddress(named[0]?.text ?? "")
    ? { ...danger("D5", TALKS_TO_MACHINE), instead: WITH_ITS_SERVER }
    : danger("D5", "it talks to the network");
}

/** Refuses a word sequence anywhere among the plain words of a call: `delete`, `s3 rb`, `stack rm`. */
const verbs =
  (code: DangerCode, pattern: RegExp, text: string): DangerCheck =>
  (words) => {
    const plain = words.filter((word) => !word.text.startsWith("-")).map((word) => word.text);
    if (words.some((word) => word.certainty !== "literal" && word.glob) || words[0]?.certainty === "variable")
      return unresolved("what it is told to do is not known before it runs");
    if (asksForHelp(words)) return undefined;
    const spoken = ` ${plain.join(" ")} `;
    const flags = ` ${words
      .filter((word) => word.text.startsWith("-"))
      .map((word) => word.text)
      .join(" ")} `;
    return pattern.test(spoken) || pattern.test(flags) ? danger(code, text) : undefined;
  };

/** Everything else of the call is then only talked about. */
const asksForHelp = (words: readonly ShellWord[]): boolean => saysPlainly(words, /^--?help$/);

function saysPlainly(words: readonly ShellWord[], option: RegExp): boolean {
  return words.every((word) => word.text !== "--" && isLiteral(word)) && words.some((word) => option.test(word.text));
}

/** For programs that are known to honour it: others pass over an option that they do not know, and act. */
const unlessRehearsed =
  (check: DangerCheck): DangerCheck =>
  (words, context) =>
    saysPlainly(words, /^--dry-run(=(client|server|true))?$/) ? undefined : check(words, context);

const PUBLISH = "it publishes or deletes on a registry";
const INFRASTRUCTURE = "it deletes infrastructure or its data";
const MACHINE = "it stops processes or the machine";
const packageManager = verbs(
  "D8",
  / (publish|unpublish|deprecate|dist-tag|owner|access|team|token|adduser|login|hook|star|yank|push|upload|deploy|trunk push) /,
  PUBLISH,
);

export const SERVICE_DANGERS: DangerTable = {
  ...table(
    "sudo su doas pkexec sudoedit gosu su-exec runuser machinectl run0 please calife super",
    always("D4", "it raises privileges"),
  ),
  ...table(
    "curl wget nc ncat netcat socat ssh scp sftp telnet ftp tftp mosh autossh sshpass sshfs aria2c axel lynx links w3m elinks http https xh httpie fetch rclone rsh rlogin rcp " +
      "cryptcat ngrok cloudflared localtunnel lftp wget2 curlie grpcurl websocat wscat smbclient mail mailx sendmail mutt msmtp s3cmd gsutil croc magic-wormhole wormhole",
    talks,
  ),
  openssl: verbs("D5", / (s_client|s_server|s_time) /, "it talks to the network"),
  ...table("npm pnpm bun", unlessRehearsed(npm)),
  yarn: npm,
  ...table("jsr poetry uv deno", unlessRehearsed(packageManager)),
  ...table(
    "vsce ovsx lerna changeset twine flit hatch maturin gem pod nuget pdm conan rebar3 stack cabal luarocks dart flutter",
    packageManager,
  ),
  ...table("semantic-release release-it np surge", always("D8", PUBLISH)),
  goreleaser: verbs("D8", / (release|publish|continue) /, PUBLISH),
  mix: verbs("D9", / (ecto\.(drop|reset|rollback)|hex\.(publish|retire|owner)) /, "it drops a database or publishes"),
  "setup.py": verbs("D8", / (upload|register|upload_docs) /, PUBLISH),
  cargo: unlessRehearsed(verbs("D8", / (publish|yank|owner|login|release) /, PUBLISH)),
  dotnet: verbs("D8", / nuget (push|delete) /, PUBLISH),
  ...table("mvn mvnw", verbs("D8", / (deploy|deploy:\S+|release:\S+) /, PUBLISH)),
  ...table("gradle gradlew sbt ant", verbs("D8", / (\S*:)?(publish|publish\w+|uploadArchives|release) /, PUBLISH)),
  gh: (words) =>
    verbs(
      "D8",
      / (delete|delete-asset|archive|transfer|rename|lock|merge|close|release create|release upload|release edit|repo (create|edit|sync|fork)|gist create|secret \w+|variable (set|delete)|ssh-key \w+|gpg-key \w+|auth \w+|workflow (run|disable|enable)|run (cancel|delete|rerun)|extension \w+|alias \w+|codespace \w+) /,
      PUBLISH,
    )(words, NO_CONTEXT) ?? githubApi(words),
  glab: verbs("D8", / (delete|merge|close|archive|transfer) /, PUBLISH),
  ...table("docker podman nerdctl", container),
  "docker-compose": container,
  ...table(
    "terraform tofu terragrunt",
    verbs(
      "D10",
      / (destroy|state (rm|push|mv|replace-provider)|workspace delete|apply|import|taint|force-unlock) | -+destroy /,
      INFRASTRUCTURE,
    ),
  ),
  pulumi: verbs("D10", / (destroy|stack rm|up|state (delete|unprotect)|cancel) /, INFRASTRUCTURE),
  ...table(
    "kubectl oc k3s",
    unlessRehearsed(
      verbs(
        "D10",
        / (delete|drain|replace|cordon|rollout undo|patch|scale|exec) | --(prune|force|all) /,
        INFRASTRUCTURE,
      ),
    ),
  ),
  ...table("helmfile helm helm3", verbs("D10", / (delete|uninstall|destroy|rollback|push|del) /, INFRASTRUCTURE)),
  ...table(
    "vercel netlify firebase fly flyctl wrangler now",
    verbs(
      "D8",
      / (deploy|publish|promote|delete|destroy|remove|rm|rollback|\S*:(delete|destroy|remove|rm|deploy)) | --prod /,
      "it changes what is online",
    ),
  ),
  ...table(
    "aws gcloud az doctl heroku railway linode-cli hcloud ibmcloud oci aliyun scw eksctl cdk serverless sls sam amplify eb ecs-cli copilot supabase " +
      "planetscale pscale neonctl render dokku ansible ansible-playbook vagrant minikube kind k3d multipass virsh lxc incus qm pct nomad consul vault etcdctl rabbitmqctl kafka-topics kafka-topics.sh bq",
    verbs(
      "D10",
      / (\S*[-:_])?(delete|destroy|terminate|remove|rm|rb|purge|drop|reset|undefine|prune|deregister|detach|revoke|disable|stop|wipe|del)([-:_]\S*)? | --(delete|force-delete|destroy|purge) /,
      INFRASTRUCTURE,
    ),
  ),
  ...table("zfs zpool btrfs", verbs("D6", / (destroy|delete|rollback|labelclear|add|replace) /, "it changes a disk")),
  dropdb: always("D9", "it drops a database"),
  dropuser: always("D9", "it drops a database user"),
  ...table(
    "psql mysql mariadb sqlite3 sqlite sqlcmd cqlsh clickhouse clickhouse-client duckdb mongo mongosh redis-cli valkey-cli mysqladmin pgcli mycli litecli isql sqlplus db2 bteq influx cypher-shell usql",
    sqlDanger,
  ),
  ...table(
    "prisma rails rake artisan manage.py django-admin alembic knex sequelize sequelize-cli typeorm drizzle-kit flyway liquibase diesel goose migrate dbmate atlas mikro-orm sqlx ecto hasura flask",
    verbs(
      "D9",
      / ((db|migrate|schema|database|migration|ecto)[:.]?(drop|reset|fresh|refresh|wipe|purge|rollback|clean|flush)\S*|(db|database|migrate|schema|migration|migrations) (reset|drop|revert|clean|down|rollback|fresh)|reset_db|\S*undo:all|flush|downgrade base|clean|drop|drop[aA]ll|reset|down) | --(force-reset|accept-data-loss|drop\S*|all) /,
      "it resets or drops a database",
    ),
  ),
  ...table("killall pkill killall5 skill snice xkill fuser", always("D11", MACHINE)),
  ...table("shutdown reboot halt poweroff telinit", always("D11", MACHINE)),
  init: verbs("D11", / [0-6sS] /, MACHINE),
  kill: killProcesses,
  systemctl: verbs(
    "D11",
    / (reboot|poweroff|halt|suspend|hibernate|kexec|rescue|emergency|isolate|kill|stop|disable|mask|enable|link|edit|set-\S+|daemon-reexec) /,
    "it changes services or the machine",
  ),
  service: verbs("D11", / (stop|restart|disable|force-reload) /, "it changes services or the machine"),
  "systemd-run": always("D12", "it starts what outlives this session"),
  launchctl: always("D12", "it changes what starts by itself"),
  crontab: (words) =>
    words.length === 1 && words[0]?.text === "-l" ? undefined : danger("D12", "it changes what starts by itself"),
  ...table("at batch anacron schtasks update-rc.d chkconfig", always("D12", "it changes what starts by itself")),
  "ssh-copy-id": always("D5", "it changes keys on another machine"),
  "ssh-keygen": always("D12", "it makes or changes keys"),
  ...table(
    "ssh-add ssh-agent gpg gpg2 age security keytool pass op bw secret-tool",
    always("D12", "it handles keys and secrets"),
  ),
  ...table(
    "chsh usermod useradd userdel passwd visudo groupmod vipw dscl defaults",
    always("D12", "it changes users or their settings"),
  ),
  ...table(
    "iptables ip6tables nft ufw firewall-cmd sysctl insmod rmmod modprobe kexec",
    always("D11", "it changes the machine"),
  ),
  ...table("ed ex vipe emacsclient", always("unresolved", "an editor runs whatever its input says")),
};

const NO_CONTEXT: DangerContext = { folders: [], input: { kind: "inherited" }, options: { root: "/" } };

function npm(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (asksForHelp(words)) return undefined;
  const plain = words.filter((word) => !word.text.startsWith("-"));
  if (plain[0]?.certainty === "variable") return unresolved("what it is told to do is not known before it runs");
  const subcommand = plain[0]?.text === "npm" ? plain[1]?.text : plain[0]?.text;
  // The name of a script is data: `npm run publish-docs` publishes only what the project says.
  if (
    ["run", "run-script", "exec", "x", "dlx", "test", "start", "install", "i", "add", "ci"].includes(subcommand ?? "")
  )
    return undefined;
  // npm takes the beginning of a name for the whole.
  if (/^(pub|unp)/.test(subcommand ?? "")) return danger("D8", PUBLISH);
  return packageManager(plain.slice(0, 2), context);
}

function githubApi(words: readonly ShellWord[]): Danger | undefined {
  if (words[0]?.text !== "api") return undefined;
  const methods = optionValues(words, "-X", "--method").map((word) => word.text.toUpperCase());
  const sends =
    hasShort(scan(words), "fF") ||
    hasLong(scan(words), "--field", "--raw-field", "--input") ||
    words.some((word) => /mutation\b/.test(word.text));
  return methods.some((method) => method !== "GET") || (sends && methods.length === 0)
    ? danger("D8", "it changes something on GitHub")
    : undefined;
}

function container(words: readonly ShellWord[]): Danger | undefined {
  const plain = words.filter((word) => !word.text.startsWith("-")).map((word) => word.text);
  const spoken = ` ${plain.slice(0, 6).join(" ")} `;
  const use = scan(words);
  if (words.some((word) => word.certainty !== "literal" && word.glob))
    return unresolved("what it is told to do is not known before it runs");
  if (
    / (prune|rmi|(volume|image|network|container|context|stack|service|secret|config|swarm|node|system|machine|manifest) (rm|remove|prune|leave)|reset) /.test(
      spoken,
    )
  )
    return danger("D10", INFRASTRUCTURE);
  if (
    / (rm|kill) /.test(
      ` ${plain[0] === "compose" ? (plain.find((word) => word === "rm" || word === "kill") ?? "") : (plain[0] ?? "")} `,
    )
  )
    return danger("D10", INFRASTRUCTURE);
  if (/ down /.test(spoken) && (hasShort(use, "v") || hasLong(use, "--volumes", "--rmi")))
    return danger("D10", INFRASTRUCTURE);
  if (/^ (push|login|logout) | compose push /.test(spoken) || hasLong(use, "--push")) return danger("D8", PUBLISH);
  const reachesHost =
    hasLong(use, "--privileged", "--device", "--cap-add", "--security-opt") ||
    /--(net|network|pid|ipc|userns)[ =]host\b|(source|src)=\/(,|$)/.test(words.map((word) => word.text).join(" ")) ||
    words.some((word) =>
      /^(--volume=|-[a-z]*v=?)?\/(:|$)|^\/:|docker\.sock|^(--(pid|net|network|ipc)=)host$/.test(word.text),
    );
  return /^ (run|create|exec|compose) /.test(spoken) && reachesHost
    ? danger("D4", "the container gets the whole machine")
    : undefined;
}

function killProcesses(words: readonly ShellWord[]): Danger | undefined {
  const targets = words
    .filter((word, index) => index > 0 || !/^-(\d+|[A-Za-z]+)$/.test(word.text) || words.length === 1)
    .map((word) => word.text);
  if (words.some((word) => word.certainty === "variable"))
    return unresolved("which process it stops is not known before it runs");
  return targets.some((target) => /^-?[01]$|^-\d+$/.test(target)) && words.length > 1
    ? danger("D11", MACHINE)
    : words.length === 1 && /^-?[01]$/.test(words[0]?.text ?? "")
      ? danger("D11", MACHINE)
      : undefined;
}
