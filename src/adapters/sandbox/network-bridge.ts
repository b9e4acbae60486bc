/** Where programs in the sandbox find the proxy: an address of their own network, which nobody else is in. */
const PORT = 3128;
/** Where the proxy's socket is mounted in the sandbox. */
export const PROXY_SOCKET = "/run/waymark-proxy";

export interface NetworkBridge {
  /** Absolute paths of `perl`, and of the proxy's socket outside. */
  readonly perl: string;
  readonly socket: string;
  /** Ports of this machine that are listed: in the sandbox they answer where programs look for them. */
  readonly localPorts: readonly number[];
}

const LOCAL_PORTS_MAX = 16;

/** The ports of `localhost:3000` and `127.0.0.1:3000` among the rules. */
export function localPorts(hosts: readonly string[]): readonly number[] {
  const ports = hosts.flatMap((host) => /^(?:localhost|127\.0\.0\.1):(\d{1,5})$/i.exec(host.trim())?.[1] ?? []);
  return [...new Set(ports.map(Number))].filter((port) => port !== PORT && port < 65_536).slice(0, LOCAL_PORTS_MAX);
}

/**
 * Perl with the one module that belongs to its core: listens on the loopback device of the sandbox's own network, hands
 * each connection to the socket of the proxy outside (for a port of this machine after asking for a tunnel to it), and
 * becomes the program. The listeners are there before the program begins, are nobody's child that the program would wait
 * for, and hold none of its output.
 *
 * Parameters: socket of the proxy, ports by comma with the proxy's own first, program and its parameters.
 */
const BRIDGE = String.raw`
use Socket;
my ($path, $ports, @program) = @ARGV;
sub fail { print STDERR "sandbox: $_[0]: $!\n"; exit 126 }
my @listeners = map {
  socket(my $listener, PF_INET, SOCK_STREAM, 0) or fail("socket");
  setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1);
  bind($listener, sockaddr_in($_, INADDR_LOOPBACK)) or fail("port $_");
  listen($listener, 128) or fail("listen");
  [$listener, $_]
} split /,/, $ports;
sub shuttle {
  my ($client, $port) = @_;
  socket(my $proxy, PF_UNIX, SOCK_STREAM, 0) or return;
  connect($proxy, sockaddr_un($path)) or return;
  if ($port) {
    syswrite($proxy, "CONNECT 127.0.0.1:$port HTTP/1.1\r\nhost: 127.0.0.1:$port\r\n\r\n");
    my $answer = "";
    until ($answer =~ /\r\n\r\n$/) { sysread($proxy, $answer, 1, length $answer) or return }
    return unless $answer =~ /^HTTP\/1\.1 200 /;
  }
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
sub serve {
  my ($listener, $port) = @_;
  while (1) {
    accept(my $client, $listener) or next;
    my $one = fork;
    if (defined $one && $one == 0) { close $listener; shuttle($client, $port); exit 0 }
    close $client;
  }
}
my $child = fork;
fail("fork") unless defined $child;
if ($child == 0) {
  exit 0 if fork;
  $SIG{$_} = "IGNORE" for qw(INT TERM HUP CHLD PIPE);
  open(STDIN, "<", "/dev/null"); open(STDOUT, ">", "/dev/null"); open(STDERR, ">", "/dev/null");
  my $first = shift @listeners;
  for (@listeners) {
    my $one = fork;
    if (defined $one && $one == 0) { serve(@$_); exit 0 }
  }
  serve($first->[0], 0);
}
waitpid $child, 0;
close $_->[0] for @listeners;
exec { $program[0] } @program or fail($program[0]);
`;

/** What is put before a program so that it finds the proxy. */
export function bridged({ perl, localPorts }: NetworkBridge, program: readonly string[]): readonly string[] {
  return [perl, "-e", BRIDGE, PROXY_SOCKET, [PORT, ...localPorts].join(","), ...program];
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
