import type { SandboxException } from "../../core/permissions/accesses.ts";
import type { CommandResult } from "../../core/ports/processes.ts";
import type { ToolContext } from "../../core/tool.ts";

const NETWORK_REFUSED =
  /could not resolve|name resolution|network is unreachable|\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND|ECONNREFUSED)\b|connection refused|no route to host|unknown host|offline was specified|dial (?:tcp|udp)|failed to connect|couldn't connect|from versions: none|No matching distribution found/i;
/** These may say nothing about why they failed. */
const SILENT_NETWORK_PROGRAM = /(?:^|[\s;&|(])(?:curl|wget|nc|ping)\s/;
const WRITE_REFUSED = /read-only file system|EROFS|device or resource busy|EBUSY/i;
const SET_ID_REFUSED = /permissions (?:of|for) [^\n]*: Operation not permitted/i;
const SETS_NO_ID = "(The sandbox sets no bit that runs a file as another user or group.";
/** By its mode, or as a copy of what has it. */
const SETS_ID = /(?:^|\s)(?:-m ?)?(?:[2467]\d{3}|[ugoa]*[+=]\w*s\w*)\s|\b(?:cp|rsync|tar)\s/;
/** curl and wget by their exit codes, and whoever says so. */
const NOT_CONNECTED = /\bECONNREFUSED\b|connection refused|failed to connect|couldn't connect/i;
const SAYS_NOTHING: Readonly<Record<number, RegExp>> = { 7: /\bcurl\s/, 4: /\bwget\s/ };
/** A server of this machine: what listens outside of the command's own network is not there for it. */
const OWN_SERVER = /\blocalhost\b|\b127\.\d+\.\d+\.\d+\b|\[::1\]/;
/** As programs end the line in which they say why; pip says as little as that there is no such package. */
const STOPPED_LINE =
  /: (?:read-only file system|device or resource busy)\.?$|^ERROR: (?:.*\(from versions: none\)$|No matching distribution found for )/im;
/** git tells of what it could not write, and ends well. */
const GIT_WENT_ON = /^error: .*: read-only file system$/im;
/** Of one program. */
const GIT_DID_THE_REST =
  "(git did its work but for what it says above, which the sandbox keeps as it was: the rest of it is done, and nothing need be done about that.)";
/** At the place of a program: these list processes, those sockets too. */
const AT_PROGRAM = String.raw`(?:^|[\n;&|(]|\b(?:sudo|time|watch|exec))\s*`;
const LISTS_PROCESSES = new RegExp(
  String.raw`${AT_PROGRAM}(?:ps|pgrep|pidof|pstree|top|htop|killall|pkill)\b(?![-.\w])`,
);
const LISTS_SOCKETS = new RegExp(String.raw`${AT_PROGRAM}(?:ss|netstat|lsof|fuser)\b(?![-.\w])`);
const SEVERAL = /[|;&\n]/;
/** What git says of a repository beside the folder that it may not write to: not which system call it was. */
const REMOTE_CLOSED =
  /unable to create temporary object directory|\[remote rejected\][^\n]*\((?:unpacker error|failed to (?:update ref|lock))\)/;
/** Without mounts what is closed looks like somebody else's. */
const DENIED = /permission denied|EACCES/i;
/** What git says where a tracked file is closed to it. */
const GIT_STOPPED =
  /^(?:error: unable to index file|fatal: Unable to process path|fatal: (?:updating|adding) files failed|fatal: cannot hash )/m;
/** Of Python, in the last line of its trace: what is wrong with the code itself, which nothing that is closed explains. */
const OWN_FAULT =
  /^(?:Syntax|Indentation|Tab|Name|UnboundLocal|Type|Value|Attribute|Key|Index|Assertion|ZeroDivision|Recursion)Error\b(?![\s\S]*\n[A-Z]\w*Error\b)/m;
/** git may go on without its configuration, and end well. */
const SETTINGS_CLOSED = /^error: could not (?:write|lock) config file /m;
/** As every command is told to, whether or not a sandbox holds it. */
const BARE_LEFT = /^fatal: cannot use bare repository /m;
const SHOWN_MAX = 5;
const isFolder = (path: string): boolean => path.endsWith("/");
/** One that a rule means, or with more in it than can be masked one by one. */
const IN_FOLDER =
  " Of a folder nothing is, though not all in it need be meant: read_file and search_code show the rest.";

type MayLeave = ToolContext["mayLeave"];

/**
 * What the sandbox kept from a command, and how to go on; empty where it stopped nothing.
 * @param mayLeave  absent where the tool has no argument for it
 */
export async function sandboxNote(result: CommandResult, command: string, mayLeave?: MayLeave): Promise<string> {
  const { confined, refusedHosts } = result;
  const masked = confined?.masked?.slice(0, SHOWN_MAX).join(", ");
  return [
    ...(masked === undefined
      ? []
      : [
          `(The sandbox masks ${masked}, by a rule or as it may hold secrets: what it holds is not seen here.${confined?.masked?.some(isFolder) ? IN_FOLDER : ""})`,
        ]),
    ...(masked !== undefined && GIT_STOPPED.test(result.output)
      ? [
          `(git stops at files that it may not open. Leave them out by a path, as in git add -A -- . ${confined?.masked
            ?.slice(0, SHOWN_MAX)
            .map((path) => `':(exclude)${path}'`)
            .join(" ")}; git commit -a takes no paths: add first, and commit without -a.)`,
        ]
      : []),
    ...(confined?.hidden === undefined ? [] : [await hiddenText(confined.hidden, mayLeave)]),
    ...(refusedHosts === undefined ? [] : [await refusedText(refusedHosts, mayLeave)]),
    ...(await unseen(result, command, mayLeave)),
    ...(BARE_LEFT.test(result.output)
      ? [
          "(Waymark has git take no folder for a repository that only looks like one, as files of a project may: name it, as in git --git-dir=. log.)",
        ]
      : []),
    ...(confined === undefined
      ? []
      : SETTINGS_CLOSED.test(result.output)
        ? [await settingsClosed(confined.gitClosed, mayLeave)]
        : SET_ID_REFUSED.test(result.output) && SETS_ID.test(command)
          ? [`${SETS_NO_ID}${await wayOut("outside", "If the command needs it", mayLeave)})`]
          : await stopped(result, command, mayLeave)),
  ].join("\n");
}

/** That a list of processes or sockets is one of the sandbox's own: an empty one would read as that nothing runs. */
async function unseen(
  { confined, sandbox = "" }: CommandResult,
  command: string,
  mayLeave: MayLeave | undefined,
): Promise<readonly string[]> {
  if (confined === undefined || !sandbox.startsWith("bubblewrap")) return [];
  const seesSockets = sandbox.endsWith("network on");
  const isOfSockets = LISTS_SOCKETS.test(command);
  if (!LISTS_PROCESSES.test(command) && !isOfSockets) return [];
  const own = isOfSockets && !seesSockets ? "processes and sockets" : "processes";
  const more = await wayOut("outside", "To see those of the machine", mayLeave);
  return [
    `(The sandbox shows this command its own ${own} alone: what else runs on this machine is not in the list.${more})`,
  ];
}

async function hiddenText(paths: readonly string[], mayLeave: MayLeave | undefined): Promise<string> {
  const more = await wayOut("outside", "If the command needs what is there", mayLeave);
  return `(The sandbox hides ${paths.slice(0, SHOWN_MAX).join(", ")}, where the person's secrets or settings of other programs may be: it looks empty, or is not there.${more})`;
}

async function refusedText(hosts: readonly string[], mayLeave: MayLeave | undefined): Promise<string> {
  const all = await wayOut("network", "If it needs all of the network", mayLeave);
  return `(The sandbox's proxy refused ${hosts.slice(0, SHOWN_MAX).join(", ")}. The user lists hosts with the setting networkHosts.${all})`;
}

/** How the model may ask for what is closed, where that comes to anything. */
async function wayOut(exception: SandboxException, need: string, mayLeave: MayLeave | undefined): Promise<string> {
  switch (await mayLeave?.(exception)) {
    case undefined:
      return "";
    case "allow":
      return ` ${need}, call again with sandbox: "${exception}".`;
    case "ask":
      return ` ${need}, call again with sandbox: "${exception}"; the user is asked.`;
    case "deny":
      return " Nothing opens it in this run: do without, or say what you need.";
  }
}

/** What a server needs to know that is started where it has a network of its own; empty where it has not. */
export async function serverNote(confinement: string, mayLeave: MayLeave | undefined): Promise<string> {
  if (!confinement.endsWith("network off")) return "";
  const more = await wayOut("network", "If others are to reach it", mayLeave);
  return ` In its sandbox it has a network of its own: no other command and no browser reaches a port that it opens.${more}`;
}

async function settingsClosed(
  gitClosed: NonNullable<CommandResult["confined"]>["gitClosed"],
  mayLeave: MayLeave | undefined,
): Promise<string> {
  const why = gitClosed?.why ?? "it lies outside of the folder that is worked in, or has a second name";
  const more = gitClosed?.opensAlone
    ? " Git in a call of its own has it open, such as git branch -u REMOTE/BRANCH for an upstream that was not kept."
    : (await mayLeave?.("outside")) === "deny"
      ? ""
      : await wayOut("outside", "If it must be written", mayLeave);
  return `(git could not write its configuration, which the sandbox protects: what it keeps there, such as a branch's upstream, is as it was. It was closed: ${why}.${more})`;
}

/** One program that ended well could do without; of several the exit code is that of the last. */
const showsFailure = (command: string, output: string): boolean =>
  (SEVERAL.test(command) ? STOPPED_LINE : GIT_WENT_ON).test(output) || REMOTE_CLOSED.test(output);

/** With the network on it reached that of the machine, and not that of a server which was started without. */
const isConfinedServerMissed = ({ confined, output, sandbox, exitCode = 0 }: CommandResult, command: string): boolean =>
  confined?.network === false &&
  sandbox?.startsWith("bubblewrap") === true &&
  OWN_SERVER.test(`${command}\n${output}`) &&
  (NOT_CONNECTED.test(output) || SAYS_NOTHING[exitCode]?.test(command) === true || isSilent(exitCode, output, command));

/** A client of the network that printed nothing, whose exit code may be that of what stands behind it in a pipe. */
const isSilent = (exitCode: number | undefined, output: string, command: string): boolean =>
  exitCode === 0 && output.trim() === "" && /[^|]\|(?!\|)/.test(command) && SILENT_NETWORK_PROGRAM.test(command);

/** What lies beside the folder, or the command, and says nothing of a sandbox where it is not reached. */
async function keptApart(
  result: CommandResult,
  command: string,
  mayLeave: MayLeave | undefined,
): Promise<string | undefined> {
  if (isConfinedServerMissed(result, command)) {
    const leave = await mayLeave?.("network");
    const open = leave === "allow" || leave === "ask" ? `, or start it anew with sandbox: "network"` : "";
    return `(If another command of this session started that server: in the sandbox it has a network of its own. Start it and ask it within one command, as in SERVER & sleep 1; curl …; kill %1${open}.)`;
  }
  if (!REMOTE_CLOSED.test(result.output)) return undefined;
  const more = await wayOut("outside", "If it is to be pushed", mayLeave);
  return `(The repository that git pushes to lies outside of the folders that are worked in, and the sandbox closes it. A person opens it with --add-dir FOLDER.${more})`;
}

/** Undefined where something in it may have been stopped all the same. */
function endedWell(output: string, command: string): readonly string[] | undefined {
  if (!showsFailure(command, output)) return isSilent(0, output, command) ? undefined : [];
  return SEVERAL.test(command) ? undefined : [GIT_DID_THE_REST];
}

async function stopped(
  result: CommandResult,
  command: string,
  mayLeave: MayLeave | undefined,
): Promise<readonly string[]> {
  const { confined, output, refusedHosts, sandbox, exitCode } = result;
  const well = exitCode === 0 ? endedWell(output, command) : undefined;
  if (well !== undefined) return well;
  if (OWN_FAULT.test(output)) return [];
  if (confined?.looksOnly)
    return [
      "(It ran unasked, where it can write $TMPDIR alone, has no network and sees no other folder. A change can be tried on a copy there, within one call. If that stopped it: a person can allow it with --permission-mode acceptEdits or --allowedTools.)",
    ];
  if (refusedHosts !== undefined) return [];
  if (confined?.network && (NETWORK_REFUSED.test(output) || SILENT_NETWORK_PROGRAM.test(command)))
    return [
      `(The sandbox closes the network${OWN_SERVER.test(command) ? ", that of this machine too: start a server and ask it within one command" : ""}.${await wayOut("network", "If the command needs it", mayLeave)})`,
    ];
  const beside = await keptApart(result, command, mayLeave);
  if (beside !== undefined) return [beside];
  const isDenied = !sandbox?.startsWith("bubblewrap") && DENIED.test(output);
  if (!WRITE_REFUSED.test(output) && !isDenied) return [];
  const place = confined?.writes
    ? "only $TMPDIR"
    : "only the working folder, without its protected files and what a rule keeps, and $TMPDIR";
  const more = await wayOut("outside", "If the command needs more", mayLeave);
  return [`(The sandbox lets ${place} be written.${more})`];
}
