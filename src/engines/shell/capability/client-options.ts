/** Of a tool that can be pointed to another project, file of settings or script than that of the folder: all that leaves it there. */
export interface Tool {
  /** The words that say what is done, each a list of ways to say it; other work of the tool is not judged here. */
  readonly verbs?: readonly string[];
  /** Options in front of these, which choose nothing else. */
  readonly before?: string;
  readonly options: string;
  /** Of these the value must be the folder itself, or a file right in it. */
  readonly own?: readonly string[];
  /** Options whose value must have this form. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** One dash and two are the same. */
  readonly oneDashOrTwo?: true;
  /** What may stand without a dash; absent: anything. */
  readonly operands?: RegExp;
  /** What stands behind so many operands is told to what it starts. */
  readonly stopsAtOperand?: 1 | 2;
}

/** Of clients and viewers that start what an option, a file of settings or a text of their own names: what leaves them at what they are for. */

/** Settings of ssh that start, load and write nothing. */
const SSH_SETTING =
  /^ *(?:(?:AddressFamily|BatchMode|CheckHostIP|Ciphers|Compression|ConnectionAttempts|ConnectTimeout|ExitOnForwardFailure|ForwardAgent|ForwardX11|GSSAPIAuthentication|HashKnownHosts|HostKeyAlgorithms|IdentitiesOnly|KbdInteractiveAuthentication|KexAlgorithms|LogLevel|MACs|NumberOfPasswordPrompts|PasswordAuthentication|Port|PreferredAuthentications|PubkeyAccepted\w+|PubkeyAuthentication|RequestTTY|ServerAlive\w+|StrictHostKeyChecking|TCPKeepAlive|User|VisualHostKey)[ =]|UserKnownHostsFile[ =] *\/dev\/null$)[^\n]*$/i;
const ofSsh = (options: string, more: Partial<Tool> = {}): Tool => ({
  options,
  values: { "-o": SSH_SETTING },
  ...more,
});

/** Back-quotes start programs, and a second backslash begins another command. */
const PSQL_TEXT = /^(?:(?!\s*\\)[\s\S]*|\s*\\(?:d[\w+]*|l\+?|z|s[fv]\+?|conninfo|timing|x)(?:[ \t][^\\`]*)?)$/;
const PSQL_PLACE =
  /^ *(?:[\w.-]+|(?:(?:dbname|host|port|user|sslmode)=[\w.-]+ *)+|postgres(?:ql)?:\/\/[^?]*(?:\?sslmode=[\w-]+)?)$/;
/** Its own commands stand at the start of a line or behind a backslash. */
const MYSQL_TEXT =
  /^(?!\s*(?:system|source|tee|pager|edit|delimiter)\b)(?:\\[gG]|[^\\;\n]|[;\n](?![^\S\n]*(?:system|source|tee|pager|edit|delimiter)\b))*$/i;
/** A statement, a database, or one of the commands that only show; no function that reads, writes, loads or edits files, however it is quoted. */
const SQLITE_TEXT =
  /^(?!.*\b(?:readfile|writefile|load_extension|fts3_tokenizer|edit|attach|vacuum\s+into)\b)(?:[^.].*|\.{1,2}\/.*|\.(?:changes|databases|dbinfo|dump|echo|eqp|exit|explain|fullschema|headers?|help|indexes|indices|limit|mode|nullvalue|print|quit|schema|separator|sha3sum|show|stats|tables|timeout|timer|version|width)(?:\s.*)?)?$/is;

const OPENSSL =
  "a A aes-256-cbc algorithm alpn base64 binary brief c cacerts certfile check check_ss_sig checkend checkhost clcerts connect crlf curve d dates days e email enddate " +
  "export fingerprint genkey hash hex hmac host help in inform inkey issuer iter iv K k key keyform keyout legacy md modulus name nameopt new newkey nocerts nodes noenc " +
  "nokeys noout nosalt out outform P p pass passin passout pbkdf2 pkeyopt prexit pubin pubkey pubout purpose quiet r reneg reqexts salt serial servername sha1 sha256 sha384 sha512 " +
  "showcerts sign signature signkey startdate starttls status subj subject tls1_2 tls1_3 text topk8 v verify verify_hostname verify_return_error x509 addext CAfile untrusted";

export const CLIENTS: readonly (readonly [string, readonly Tool[]])[] = [
  [
    "ssh",
    [
      ofSsh("-46AaCfGgKkMNnqsTtVvXxYy -B: -b: -c: -D: -e: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -W: -w:", {
        // The host; what stands behind the next word is told to it.
        stopsAtOperand: 2,
      }),
    ],
  ],
  ["sftp", [ofSsh("-46AaCfNpqrv -B: -c: -i: -J: -l: -o: -P: -R: -X:")]],
  ["scp", [ofSsh("-346ABCOpqRrTv -c: -i: -J: -l: -o: -P: -X:")]],
  [
    "sqlite3",
    [
      {
        options:
          "--ascii --bail --batch --box --column --csv --echo --header --help --html --interactive --json --line --list --markdown --nofollow --noheader --nullvalue: --quote " +
          "--readonly --safe --separator: --newline: --cmd: --stats --table --tabs --version",
        oneDashOrTwo: true,
        values: { "--cmd": SQLITE_TEXT },
        operands: SQLITE_TEXT,
      },
    ],
  ],
  [
    "psql",
    [
      {
        options:
          "-01?AabEeHlnqSstVWwXxz -c: -d: -F: -h: -P: -p: -R: -T: -U: -v: --command= --csv --dbname= --echo-all --echo-errors --echo-hidden --echo-queries --expanded " +
          "--field-separator= --field-separator-zero --help[=] --host= --html --list --no-align --no-password --no-psqlrc --no-readline --password --port= --pset= --quiet " +
          "--record-separator= --record-separator-zero --set= --single-line --single-step --single-transaction --table-attr= --tuples-only --username= --variable= --version",
        values: {
          ...{ "-c": PSQL_TEXT, "--command": PSQL_TEXT, "-d": PSQL_PLACE, "--dbname": PSQL_PLACE },
          // A setting of the client is written in capitals.
          ...Object.fromEntries(
            ["-v", "--set", "--variable"].map((name) => [name, /^ *(?:ON_ERROR_\w+|[a-z_\d]+)(?:=|$)/]),
          ),
        },
        operands: PSQL_PLACE,
      },
    ],
  ],
  ...["mysql", "mariadb"].map((name): [string, readonly Tool[]] => [
    name,
    [
      {
        options:
          "-?ABCEfGHINnqrstVvWwXi -D: -e: -h: -P: -p? -S: -u: --auto-rehash --batch --binary-as-hex --column-names --compress --connect-timeout= --database= " +
          "--default-character-set= --execute= --force --help --host= --html --line-numbers --no-auto-rehash --password[=] --port= --protocol= --quick --raw --safe-updates --silent " +
          "--skip-auto-rehash --skip-column-names --skip-ssl --socket= --ssl --ssl-mode= --table --unbuffered --user= --verbose --version --vertical --wait --xml",
        values: { "-e": MYSQL_TEXT, "--execute": MYSQL_TEXT },
        operands: /^[\w.-]+$/,
      },
    ],
  ]),
  [
    "zip",
    [
      {
        options:
          "-0123456789@?ADdeFfghiJjklmoqRrSTuVvwXxyz -P: -n: -s: -t: --delete --encrypt --exclude[=] --filesync --freshen --grow --help --include[=] --junk-paths --no-dir-entries " +
          "--no-extra --quiet --recurse-paths --recurse-patterns --split-size= --symlinks --test --update --verbose --version",
      },
    ],
  ],
  [
    "man",
    [
      {
        options:
          "-afiIkKVWwh? -s: -S: -L: --all --apropos --help --ignore-case --location --locale= --match-case --names-only --nh --nj --no-hyphenation --no-justification --path " +
          "--regex --sections= --usage --version --whatis --where --wildcard",
        // A page by its name, not a file.
        operands: /^[^/]+$/,
      },
    ],
  ],
  [
    "openssl",
    [
      {
        options: OPENSSL.split(" ")
          .map((name) => `--${name}[=]`)
          .join(" "),
        oneDashOrTwo: true,
      },
    ],
  ],
];
