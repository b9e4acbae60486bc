/** Where programs in the sandbox find the proxy: an address of their own network, which nobody else is in. */
const PORT = 3128;
/** Where the proxy's socket is mounted in the sandbox. */
export const PROXY_SOCKET = "/run/waymark-proxy";

/**
 * Perl with the one module that belongs to its core: listens on the loopback device of the sandbox's own network, hands
 * each connection to the socket of the proxy outside, and becomes the program. The listener is there before the program
 * begins, is nobody's child that the program would wait for, and holds none of its output.
 *
 * Parameters: socket of the proxy, port, program and its parameters.
 */
const BRIDGE = String.raw`
use Socket;
my ($path, $port, @program) = @ARGV;
sub fail { print STDERR "sandbox: $_[0]: $!\n"; exit 126 }
socket(my $listener, PF_INET, SOCK_STREAM, 0) or fail("socket");
setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1);
bind($listener, sockaddr_in($port, INADDR_LOOPBACK)) or fail("bind");
listen($listener, 128) or fail("listen");
sub shuttle {
  my ($client) = @_;
  socket(my $proxy, PF_UNIX, SOCK_STREAM, 0) or return;
  connect($proxy, sockaddr_un($path)) or return;
  my %to = (fileno($client) => $proxy, fileno($proxy) => $client);
  my %open = (fileno($client) => $client, fileno($proxy) => $proxy);
  while (%open) {
    my $ready = "";
    vec($ready, $_, 1) = 1 for keys %open;
    next if select($ready, undef, undef, undef) < 1;
    for my $number (grep { vec($ready, $_, 1) } keys %open) {
      my $read = sysread($open{$number}, my $bytes, 65536);
      if (!$read) { shutdown($to{$number}, 1); delete $open{$number}; next }
      while (length $bytes) {
        my $written = syswrite($to{$number}, $bytes);
        return unless defined $written;
        substr($bytes, 0, $written) = "";
      }
    }
  }
}
my $child = fork;
fail("fork") unless defined $child;
if ($child == 0) {
  exit 0 if fork;
  $SIG{$_} = "IGNORE" for qw(INT TERM HUP CHLD PIPE);
  open(STDIN, "<", "/dev/null"); open(STDOUT, ">", "/dev/null"); open(STDERR, ">", "/dev/null");
  while (1) {
    accept(my $client, $listener) or next;
    my $one = fork;
    if (defined $one && $one == 0) { close $listener; shuttle($client); exit 0 }
    close $client;
  }
}
waitpid $child, 0;
close $listener;
delete $ENV{PERL_BADLANG};
exec { $program[0] } @program or fail($program[0]);
`;

/** What is put before a program so that it finds the proxy. @param perl  absolute path */
export function bridged(perl: string, program: string, parameters: readonly string[]): readonly string[] {
  return [perl, "-e", BRIDGE, PROXY_SOCKET, String(PORT), program, ...parameters];
}

/** Tell programs of the proxy in the ways that they ask; Node's own fetch wants to be told to ask. */
export const PROXY_VARIABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [
      [name, `http://127.0.0.1:${PORT}`],
      [name.toLowerCase(), `http://127.0.0.1:${PORT}`],
    ]),
  ),
  NO_PROXY: "localhost,127.0.0.1,::1",
  no_proxy: "localhost,127.0.0.1,::1",
  NODE_USE_ENV_PROXY: "1",
  PERL_BADLANG: "0",
};
