import { RUNNERS } from "./runner-shapes.ts";
import type { WrapperShape } from "./wrapper-shape.ts";

const TIMEOUT = "-fpv -k: -s: --kill-after= --signal= --foreground --preserve-status --verbose";
const ARCHITECTURE =
  "-vRFZLXBIST3 --verbose --addr-no-randomize --fdpic-funcptrs --mmap-page-zero --addr-compat-layout --read-implies-exec " +
  "--32bit --short-inode --whole-seconds --sticky-timeouts --3gb --4gb --uname-2.6";

export const WRAPPERS: Readonly<Record<string, WrapperShape>> = {
  nice: {
    options: "-n: -# --adjustment=",
    transparent: true,
  },
  timeout: {
    options: TIMEOUT,
    skip: 1,
    transparent: true,
  },
  gtimeout: {
    options: TIMEOUT,
    skip: 1,
    transparent: true,
  },
  time: {
    options: "-f: --format= -hlpqv --portability --quiet --verbose -o: --output= -a --append",
    effects: ["-o", "--output", "-a", "--append"],
    transparent: true,
  },
  command: {
    options: "-pvV",
    transparent: true,
  },
  builtin: { transparent: true },
  stdbuf: {
    options: "-i: -o: -e: --input= --output= --error=",
    transparent: true,
  },
  ionice: {
    options: "-c: -n: -t -p: -P: -u: --class= --classdata= --ignore --pid= --pgid= --uid=",
    effects: ["-p", "-P", "-u", "--pid", "--pgid", "--uid"],
    transparent: true,
  },
  env: {
    options:
      "-i0v -u: -C: -a: -S: --ignore-environment --null --debug --unset= --chdir= --argv0= --split-string= " +
      "--block-signal[=] --default-signal[=] --ignore-signal[=] --list-signal-handling",
    folders: ["-C", "--chdir"],
    assignments: true,
  },
  "cross-env": { assignments: true },
  dotenv: {
    options: "-o -e: -c: -p: -v:",
  },
  exec: {
    options: "-cl -a:",
  },
  nohup: {},
  setsid: {
    options: "-cfw --ctty --fork --wait",
  },
  chrt: {
    options:
      "-abdefimoprRv -T: -P: -D: --all-tasks --batch --deadline --ext --fifo --idle --other --pid --rr --reset-on-fork " +
      "--verbose --sched-runtime= --sched-period= --sched-deadline=",
    skip: 1,
  },
  taskset: {
    options: "-acp --all-tasks --cpu-list --pid",
    skip: 1,
  },
  choom: {
    options: "-n: -p: --adjust= --pid=",
  },
  prlimit: {
    options:
      "-p: -o: --pid= --output= --noheadings --raw --verbose -c? -d? -e? -f? -i? -l? -m? -n? -q? -r? -s? -t? -u? -v? -x? -y? " +
      "--core[=] --data[=] --nice[=] --fsize[=] --sigpending[=] --memlock[=] --rss[=] --nofile[=] --msgqueue[=] --rtprio[=] " +
      "--stack[=] --cpu[=] --nproc[=] --as[=] --locks[=] --rttime[=]",
  },
  setarch: {
    options: ARCHITECTURE,
    skip: 1,
    maySkipNone: true,
  },
  linux32: {
    options: ARCHITECTURE,
  },
  linux64: {
    options: ARCHITECTURE,
  },
  i386: {
    options: ARCHITECTURE,
  },
  unshare: {
    options:
      "-fmuinpCTUrc -R: -w: -S: -G: -l: --ipc[=] --mount[=] --net[=] --pid[=] --user[=] --uts[=] --cgroup[=] --time[=] --fork " +
      "--map-root-user --map-current-user --map-auto --keep-caps --kill-child[=] --mount-proc[=] --propagation= --setgroups= " +
      "--root= --wd= --setuid= --setgid= --map-user= --map-group= --map-users= --map-groups=",
  },
  nsenter: {
    options:
      "-aFZe -t: -S: -G: -W: -m? -u? -i? -n? -p? -C? -U? -T? -r? -w? --target= --all --mount[=] --uts[=] --ipc[=] --net[=] " +
      "--pid[=] --cgroup[=] --user[=] --time[=] --no-fork --setuid= --setgid= --root[=] --wd[=] --wdns= --env --preserve-credentials",
  },
  chroot: {
    options: "-n -u: -g: -G: --groups= --userspec= --skip-chdir",
    skip: 1,
  },
  sudo: {
    options:
      "-ABbEeHiKklnPSsvVN -u: -g: -h: -p: -C: -r: -t: -T: -U: -D: -R: -a: -c: --askpass --bell --background --preserve-env[=] " +
      "--edit --login --reset-timestamp --remove-timestamp --list --non-interactive --preserve-groups --stdin --shell --validate " +
      "--no-update --set-home --user= --group= --host= --prompt= --close-from= --role= --type= --command-timeout= --other-user= " +
      "--chdir= --chroot= --auth-type= --login-class=",
    folders: ["-D", "--chdir"],
    assignments: true,
  },
  gosu: { skip: 1 },
  "su-exec": { skip: 1 },
  please: { options: "-lnpwx -a: -d: -e: -g: -r: -t: -u:" },
  launchctl: { verb: "asuser|submit", options: "-l: -p: -o: -e:", skip: 1, maySkipNone: true },
  "ssh-agent": { options: "-cDdks -a: -E: -O: -P: -t:" },
  doas: {
    options: "-Lns -a: -u: -C:",
  },
  pkexec: {
    options: "--user= --disable-internal-agent --keep-cwd",
  },
  run0: {
    options: "-u: -g: -D: --user= --group= --nice= --chdir= --setenv= --unit= --property= --slice=",
    folders: ["-D", "--chdir"],
  },
  runuser: {
    options:
      "-lmpfP -u: -g: -G: -c: -s: -w: --login --user= --group= --supp-group= --command= --session-command= --shell= --fast --pty --preserve-environment",
  },
  strace: {
    options:
      "-cCdDfFhiknNqrtTvVwxyYzZ -a: -b: -e: -E: -I: -o: -O: -p: -P: -s: -S: -u: -U: -X: --follow-forks --output= --trace= " +
      "--string-limit= --summary --summary-only --trace-path= --attach= --env= --user=",
  },
  ltrace: {
    options: "-bcCfhiLrStTV -a: -A: -D: -e: -F: -l: -n: -o: -p: -s: -u: -w: -x: -X: --output=",
  },
  valgrind: {
    options: "-qvd --quiet --verbose",
  },
  perf: {
    verb: "record|stat|trace",
    options: "-agdqv -o: -e: -F: -p: -t: -C: -c: -r:",
  },
  gdb: {
    options: "-q =-batch =-args =-ex: =-x: --batch --args --quiet -x: --ex= --command=",
  },
  rlwrap: {},
  unbuffer: {},
  flock: {
    options:
      "-sxeunoFv -w: -E: -c: --shared --exclusive --unlock --nonblock --nb --timeout= --wait= --conflict-exit-code= --close --no-fork " +
      "--verbose --command=",
    skip: 1,
  },
  watch: {
    options:
      "-bcCdegtpwxr -n: -q: --interval= --differences[=] --exec --no-title --color --no-color --beep --errexit --chgexit " +
      "--equexit= --precise --no-wrap",
    script: true,
  },
  "xvfb-run": {
    options:
      "-alh -s: -n: -e: -f: -p: -w: --auto-servernum --auto-display --listen-tcp --error-file= --auth-file= --server-args= " +
      "--server-num= --xauth-protocol= --wait=",
  },
  "dbus-run-session": {},
  faketime: {
    options: "-fm -p: --exclude-monotonic",
    skip: 1,
  },
  fakeroot: {
    options: "-u -s: -i: -l: -f: -b: --unknown-is-real --lib= --faked=",
  },
  firejail: {},
  bwrap: {
    options:
      "--unshare-all --unshare-user --unshare-user-try --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup " +
      "--unshare-cgroup-try --share-net --die-with-parent --new-session --clearenv --as-pid-1 --disable-userns --assert-userns-disabled " +
      "--bind== --bind-try== --dev-bind== --dev-bind-try== --ro-bind== --ro-bind-try== --symlink== --setenv== --file== --bind-data== " +
      "--ro-bind-data== --bind-fd== --ro-bind-fd== --chmod== --dev= --proc= --tmpfs= --mqueue= --dir= --chdir= --unsetenv= --uid= --gid= " +
      "--hostname= --cap-add= --cap-drop= --args= --seccomp= --add-seccomp-fd= --perms= --size= --remount-ro= --lock-file= --sync-fd= " +
      "--block-fd= --info-fd= --json-status-fd= --argv0= --level-prefix --overlay-src= --tmp-overlay= --ro-overlay= --exec-label= --file-label=",
  },
  proxychains: {
    options: "-q -f:",
  },
  proxychains4: {
    options: "-q -f:",
  },
  torsocks: {},
  tsocks: {},
  numactl: {
    options:
      "-lb -N: -m: -C: -i: -p: -P: --cpunodebind= --physcpubind= --interleave= --membind= --preferred= --preferred-many= --localalloc --all",
  },
  cgexec: {
    options: "-g: --sticky",
  },
  "systemd-run": {
    options:
      "-tPqGrdS -p: -u: -E: -M: -H: --user --system --scope --pty --pipe --wait --collect --quiet --same-dir --no-block --shell " +
      "--remain-after-exit --no-ask-password --send-sighup --uid= --gid= --nice= --working-directory= --on-calendar= --on-active= " +
      "--on-boot= --on-startup= --description= --property= --unit= --setenv= --slice= --service-type= --machine= --host=",
    folders: ["--working-directory"],
  },
  "systemd-inhibit": {
    options: "--what= --who= --why= --mode=",
  },
  caffeinate: {
    options: "-dimsu -t: -w:",
  },
  catchsegv: {},
  ccache: {},
  sem: {
    options: "-j: --jobs= --id= --fg --bg --wait",
  },
  chronic: {
    options: "-ve",
  },
  ifne: {
    options: "-n",
  },
  ts: {},
  pee: { script: true },
  hyperfine: {
    options:
      "-Niu -w: -r: -m: -M: -p: -c: -s: -S: -L== -P: -n: --ignore-failure --show-output --warmup= --runs= --min-runs= --max-runs= " +
      "--prepare= --cleanup= --setup= --conclude= --shell= --style= --command-name= --parameter-list== --export-json= --export-markdown= " +
      "--export-csv=",
    script: true,
    permutes: true,
  },
  ...RUNNERS,
};

/** Options whose value is a script for a shell, by program. */
export const STARTS_SCRIPT_WITH: Readonly<Record<string, readonly string[]>> = {
  su: ["-c", "--command", "--session-command"],
  script: ["-c", "--command"],
  flock: ["-c", "--command"],
  "nix-shell": ["--run", "--command"],
  runuser: ["-c", "--command", "--session-command"],
  nc: ["-e", "-c", "--exec", "--sh-exec"],
  ncat: ["-e", "-c", "--exec", "--sh-exec"],
  netcat: ["-e", "-c"],
  scp: ["-S"],
  sftp: ["-S"],
  wget: ["--use-askpass"],
  npm: ["-c", "--call"],
  npx: ["-c", "--call"],
  mapfile: ["-C"],
  readarray: ["-C"],
  env: ["-S", "--split-string"],
  sort: ["--compress-program"],
  rg: ["--pre"],
  tar: ["-I", "--use-compress-program", "--to-command", "--info-script"],
  man: ["-P", "--pager", "-H", "--html"],
  complete: ["-C"],
  mise: ["-c", "--command"],
  rtx: ["-c", "--command"],
  doppler: ["--command"],
  nodemon: ["-x", "--exec"],
  hyperfine: ["-p", "--prepare", "-c", "--cleanup", "-s", "--setup", "--conclude"],
};
