export const STREAMS = new Set(
  "/dev/null /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/fd/0 /dev/fd/1 /dev/fd/2".split(" "),
);
export const SYSTEM_FACTS = new Set(
  "/etc/os-release /usr/lib/os-release /etc/lsb-release /etc/debian_version /etc/issue /proc/cpuinfo /proc/meminfo /proc/version /proc/loadavg /proc/uptime".split(
    " ",
  ),
);
export const ENDLESS = new Set(["/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"]);
