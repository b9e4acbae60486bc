/** A place in our code from which a socket may be opened. */
export interface SocketPlace {
  /** Below `src/`. */
  readonly file: string;
  /** `connects` leaves this process, `listens` waits on loopback, `pipe` carries bytes between processes and reaches nobody. */
  readonly kind: "connects" | "listens" | "pipe" | "types";
  readonly to: string;
  readonly when: string;
}

/** All of them: a test compares this list with what the sources import. Programs that we start open their own. */
export const SOCKET_PLACES: readonly SocketPlace[] = [
  {
    file: "adapters/models/http/http-fetch.ts",
    kind: "connects",
    to: "the address of the provider in use, or its proxy",
    when: "a model is asked, its models are listed, a login is renewed, `models refresh`",
  },
  {
    file: "adapters/models/http/unpack.ts",
    kind: "types",
    to: "nobody",
    when: "never: it unpacks what http-fetch was answered",
  },
  {
    file: "adapters/models/http/whole-text.ts",
    kind: "types",
    to: "nobody",
    when: "never: it reads what http-fetch was answered",
  },
  {
    file: "adapters/models/stackspot/client.ts",
    kind: "types",
    to: "nobody",
    when: "never by itself: it asks by http-fetch",
  },
  {
    file: "app/models/reach.ts",
    kind: "connects",
    to: "the address of the provider in use",
    when: "`doctor` and `provider check` look whether it answers",
  },
  {
    file: "adapters/net/fetch-page.ts",
    kind: "connects",
    to: "hosts that a rule `fetch_url(HOST)` names, by addresses that were checked",
    when: "the tool fetch_url is called and allowed",
  },
  {
    file: "adapters/net/host-proxy.ts",
    kind: "connects",
    to: "the hosts of `networkHosts`, by addresses that were checked; it listens on loopback or a socket of its own",
    when: "a command in the sandbox runs that may reach listed hosts",
  },
  {
    file: "adapters/credentials/oauth-login.ts",
    kind: "listens",
    to: "the browser of this machine, on loopback",
    when: "`login` waits for the browser to come back",
  },
  {
    file: "adapters/sandbox/self-test.ts",
    kind: "listens",
    to: "its own probe, on loopback, which must not get through",
    when: "the sandbox proves itself before it counts",
  },
  {
    file: "adapters/processes/output-pipe.ts",
    kind: "pipe",
    to: "nobody",
    when: "a command runs: its output comes through a named pipe",
  },
];
