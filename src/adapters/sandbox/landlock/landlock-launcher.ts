const VERSION_CHECK = `
my $abi = syscall(444, 0, 0, 1);
fail("this kernel has no Landlock of version 3 or later") if $abi < 3;
`;

/**
 * Perl, because Node makes no system calls of one's choice and perl is nearly everywhere: no module, no file of its own.
 * Reads rules (`ACCESS PATH`, ended by NUL) and a seccomp filter, closes what they say, and becomes the program.
 * Anything that does not work ends it before the program has begun.
 *
 * Parameters: file of rules, file of the filter, 1 for an open network, 1 for aarch64, the digits of the mark, program and its parameters.
 */
export const LANDLOCK_LAUNCHER = String.raw`
my ($rules, $filter, $network, $arm, $mark, @program) = @ARGV;
sub fail { print STDERR "sandbox: $_[0]\n"; exit 126 }
sub whole { open(my $file, "<:raw", $_[0]) or fail("$_[0]: $!"); local $/; my $text = <$file>; close $file; $text }
my ($PRCTL, $SECCOMP, $OPENAT, $CLOSE, $PRLIMIT) = $arm ? (167, 277, 56, 57, 261) : (157, 317, 257, 3, 302);
${VERSION_CHECK}
my @attributes = (0x7fff);
push @attributes, ($network ? 0 : 3) if $abi >= 4;
push @attributes, 3 if $abi >= 6;
my $attribute = pack("Q*", @attributes);
my $ruleset = syscall(444, $attribute, length $attribute, 0);
fail("Landlock: $!") if $ruleset < 0;
for (split /\0/, whole($rules)) {
  my ($access, $path) = /^(\d+) (.*)$/s or next;
  # All are real: a link on the way came since they were looked at. Only what lies in /dev may be one by itself.
  my $how = pack("Q3", 0x280000, 0, 4);
  my $at = $path =~ m{^/dev/} ? syscall($OPENAT, -100, $path, 0x280000, 0) : syscall(437, -100, $path, $how, length $how);
  next if $at < 0;
  my $rule = pack("Ql", $access, $at);
  syscall(445, $ruleset, 1, $rule, 0) == 0 or fail("Landlock: $path: $!");
  syscall($CLOSE, $at);
}
# Root keeps what it needs for files of others (CAP_DAC_OVERRIDE, CAP_FOWNER); the rest would see other programs' memory.
for (0 .. 63) { syscall($PRCTL, 24, $_, 0, 0, 0) unless $_ == 1 || $_ == 3 }
syscall($PRCTL, 38, 1, 0, 0, 0) == 0 or fail("no_new_privs: $!");
# Inside another sandbox it has the other's mark, and keeps it: the other ends it.
my $limits = pack("Q2", $mark, $mark);
syscall($PRLIMIT, 0, 10, $limits, 0) if $mark;
my $code = whole($filter);
syscall(446, $ruleset, 0) == 0 or fail("Landlock: $!");
my $header = pack("Sx6P", length($code) / 8, $code);
syscall($SECCOMP, 1, 0, $header) == 0 or fail("seccomp: $!");
delete $ENV{PERL_BADLANG};
exec { $program[0] } @program or fail("$program[0]: $!");
`;

/**
 * Run in bubblewrap, becomes the program that may write below what is mounted to be written now, and nowhere else: not in what the person
 * mounts while it runs, which the kernel hands on into its namespace; not to pipes, which no read-only mount guards; not in the memory of
 * processes that were there before it, the first of its namespace among them. Names of sockets without a file are its own, too. Where it is
 * told what may be read, it reads no other file either.
 *
 * Parameters: the descriptor of a list of such paths, each ended by NUL, or nothing; program and its parameters.
 */
const BOUNDS_LAUNCHER = String.raw`
sub fail { print STDERR "sandbox: $_[0]\n"; exit 126 }
${VERSION_CHECK}
my ($FOLDER, $FILE, $OPENAT, $CLOSE) = (0x7ff2, 0x4002, ${process.arch === "arm64" ? "56, 57" : "257, 3"});
my $list = shift;
my $READ = $list ? 4 : 0;
my $attribute = pack("Q*", $FOLDER | $READ, $abi >= 4 ? 0 : (), $abi >= 6 ? 3 : ());
my $ruleset = syscall(444, $attribute, length $attribute, 0);
fail("Landlock: $!") if $ruleset < 0;
open(my $mounts, "<:raw", "/proc/self/mountinfo") or fail("mounts: $!");
while (<$mounts>) {
  my ($point, $options) = (split / /)[4, 5];
  # What nothing else is mounted on is nobody's to write.
  next if $point eq "/" || $options !~ /^rw\b/;
  $point =~ s/\\(\d{3})/chr oct $1/ge;
  my $at = syscall($OPENAT, -100, $point, 0x280000, 0);
  next if $at < 0;
  my $rule = pack("Ql", -d $point ? $FOLDER : $FILE, $at);
  syscall(445, $ruleset, 1, $rule, 0) == 0 or fail("Landlock: $point: $!");
}
if ($list) {
  open(my $open, "<&=", $list) or fail("what may be read: $!");
  local $/ = "\0";
  while (my $path = <$open>) {
    chomp $path;
    my $at = syscall($OPENAT, -100, $path, 0x280000, 0);
    next if $at < 0;
    my $rule = pack("Ql", $READ, $at);
    # All are real: where it leads elsewhere, a link on the way came since it was looked at.
    (readlink("/proc/self/fd/$at") // "") ne $path or syscall(445, $ruleset, 1, $rule, 0) == 0 or fail("Landlock: $path: $!");
    syscall($CLOSE, $at);
  }
  close $open;
}
# A shell opens the outputs that it was given by their names in /dev; what is no file has no rule.
for (1, 2) { my $rule = pack("Ql", $FILE, $_); syscall(445, $ruleset, 1, $rule, 0) }
syscall(446, $ruleset, 0) == 0 or fail("Landlock: $!");
delete $ENV{PERL_BADLANG};
exec { $ARGV[0] } @ARGV or fail("$ARGV[0]: $!");
`;

/** The same program behind {@link BOUNDS_LAUNCHER}. @param perl  absolute @param list  the descriptor of what may be read; absent: all that is there */
export const boundHere = (perl: string, program: readonly string[], list?: number): readonly string[] => [
  perl,
  "-e",
  BOUNDS_LAUNCHER,
  String(list ?? ""),
  ...program,
];
