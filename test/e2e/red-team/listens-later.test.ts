import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, isRoot, makeGrounds, NOBODY, shell, testAsConfined } from "./attack-run.ts";

/** Programs of the person's that begin to listen in the home while a command runs: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
let listening: ChildProcess | undefined;
afterEach(() => {
  listening?.kill("SIGKILL");
  grounds?.remove();
});

const canListen = spawnSync("perl", ["-MSocket", "-e", "1"]).status === 0;
const users = [undefined, ...(isRoot ? [NOBODY] : [])];

/** Waits for the command to run, and then listens: sockets in folders of all depths, and one that reads from a pipe. */
const LISTENS = `
use Socket; use POSIX;
my ($home, $begun) = @ARGV;
select(undef, undef, undef, 0.05) until -e $begun;
my @all = map { socket(my $one, AF_UNIX, SOCK_STREAM, 0); bind($one, sockaddr_un("$home/$_")) or die; chmod 0777, "$home/$_"; listen($one, 5); $one } (".tool/s", ".emacs.d/server/server", ".local/state/w/u/sock");
POSIX::mkfifo("$home/.tool/pipe", 0666); chmod 0666, "$home/.tool/pipe";
open(my $done, ">", "$begun.all"); close $done;
sleep 100;
`;
/** Tries them, as soon as all are there. */
const TRIES = `
use Socket; use Fcntl;
my $home = $ENV{HOME};
open(my $begun, ">", "begun"); close $begun;
for (1 .. 600) { last if -e "begun.all"; select(undef, undef, undef, 0.05) }
for (".tool/s", ".emacs.d/server/server", ".local/state/w/u/sock") { socket(my $one, AF_UNIX, SOCK_STREAM, 0); print "REACHED $_\\n" if connect($one, sockaddr_un("$home/$_")) }
open(my $kept, "<", "$home/.tool/kept"); print "kept: ", <$kept>;
print "tried\\n";
`;

(canListen ? testAsConfined(users) : test.skip.each(users))(
  "nothing that comes to listen in the home is reached, and its files are read, as user %s",
  async (userId) => {
    grounds = makeGrounds(
      {
        "work/try.pl": TRIES,
        "home/.tool/kept": "tool\n",
        "home/.emacs.d/server/x": "",
        "home/.local/state/w/u/x": "",
      },
      userId,
    );
    const { cwd, home, base } = grounds;
    chmodSync(base, 0o755);
    const as = userId === undefined ? {} : { uid: userId, gid: userId };
    listening = spawn("perl", ["-e", LISTENS, home, join(cwd, "begun")], { stdio: "ignore", ...as });
    const [result] = await grounds.attack([shell("perl try.pl")], ["--permission-mode", "acceptEdits"]);
    expect(result).toMatch(/^kept: tool\ntried$/m);
    expect(result).not.toContain("REACHED");
  },
);
