/** What is no file: it is read or written as it comes. */
export const STREAMS = new Set(
  "/dev/null /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/fd/0 /dev/fd/1 /dev/fd/2".split(" "),
);
/** Says what a machine is, the same to everybody. */
export const SYSTEM_FACTS = new Set(
  "/etc/os-release /usr/lib/os-release /etc/lsb-release /etc/debian_version /etc/issue /proc/cpuinfo /proc/meminfo /proc/version /proc/loadavg /proc/uptime".split(
    " ",
  ),
);
/** Never ends. */
export const ENDLESS = new Set(["/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"]);

/** What of a path lies right below a folder for temporary files: what is beside a workspace there belongs to whoever made that. */
export const temporaryTop = (path: string): string | undefined => /^(?:\/var)?\/tmp\/[^*?[/][^/]*/.exec(path)?.[0];

/** Where the system keeps its programs, with what belongs to them: the same for everybody, and nobody's settings. */
export const OF_SYSTEM =
  /^\/(?:usr|bin|sbin|lib(?:32|64|x32)?|nix\/store|gnu\/store)(?:\/|$)(?!home(?:\/|$)|local\/(?:etc|var)(?:\/|$))/;
