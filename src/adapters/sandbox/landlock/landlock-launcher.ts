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
my $abi = syscall(444, 0, 0, 1);
fail("this kernel has no Landlock of version 3 or later") if $abi < 3;
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
