/** Whether a file may be shown, by its path: `secret` never unasked, `by-content` when nothing of a secret is found in it, `ordinary` always. */
export type SecretPathKind = "secret" | "by-content" | "ordinary";

interface Judged {
  readonly kind: SecretPathKind;
  /** What gets all of the file, unmasked, asks by the name alone. */
  readonly isNamed: boolean;
}

const ORDINARY: Judged = { kind: "ordinary", isNamed: false };

/** Forms of data and settings that a template may have, which says nothing of whose it is, as `.local` does. */
const DATA = "json5?|ya?ml|toml|xml|ini|cfg|conf|csv|txt|env|properties|tfvars|key|pem|npmrc|config";
const SOURCE_OR_DOCUMENT =
  "pub|md|mdx|rst|html?|css|scss|[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|scala|sql|cbl|cob|cpy|sh|vue|svelte|d\\.ts";
/** Templates are there to be read: of those even their name says nothing to a command. */
const SAMPLE = new RegExp(`[._-](?:example|sample|template|tmpl|tpl)(?:\\.(?:${DATA}|${SOURCE_OR_DOCUMENT}))?$`);
/** What is given out with a program, and may hold what each copy has. */
const GIVEN_OUT = new RegExp(`[._-](?:dist|defaults?|schema)(?:\\.(?:${DATA}|${SOURCE_OR_DOCUMENT}))?$`);
const PLAINLY_PUBLIC = new RegExp(`\\.(?:${SOURCE_OR_DOCUMENT}|snap)$`);
const PUBLIC = new RegExp(`\\.(?:${SOURCE_OR_DOCUMENT}|adoc|pyi|fs|pl|lua|bash|ps1|jcl|pli|svg|png|jpe?g|gif|webp)$`);
/** Source of which only the words of its name speak of secrets. */
const OTHER_SOURCE =
  /\.(?:snap|dart|exs?|erl|hs|ml|mli|zig|mm?|clj[cs]?|r|jl|kts|groovy|gradle|proto|graphqls?|gql|tf|bicep|sol|nim|elm|fish|zsh|asm|s|f90|f|pas|ad[abs]|vb|astro|hbs|ejs|erb|haml|slim|liquid|njk|jinja2?|j2|twig|tex|po|pot|strings|resx|xaml|storyboard|xib|ipynb|less|sass|styl|feature|pdf|docx?|xlsx?|pptx?|ico|avif|mp[34]|woff2?|ttf)$/;
const NAMES = new Set(
  (
    ".netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .pypirc .git-credentials .gitcookies .htpasswd .htdigest .dockercfg .dockerconfigjson .vault-token .vault_pass .boto .s3cfg .terraformrc credentials.tfrc.json .dev.vars " +
    ".credentials .credentials.json credentials credentials.json credentials.yml credentials.yaml credentials.toml credentials.xml credentials.csv credentials.ini credentials.db credentials.yml.enc oauth_creds.json client_secret.json client_secrets.json " +
    "secrets.yml secrets.yaml secrets.json secrets.toml secrets.env secrets.properties secrets.ini secrets.txt secret.yml secret.yaml secret.json secret.toml secret.env secrets secret.key master.key master.passwd shadow gshadow sudoers kcore " +
    ".secrets.yml .secrets.yaml .secrets.json .secrets.toml .secret.yml .secret.yaml .secret.json .secret.toml " +
    "service-account.json serviceaccount.json service_account.json service-account-key.json serviceaccountkey.json firebase-adminsdk.json gcp-key.json application_default_credentials.json access_tokens.db msal_token_cache.json azureprofile.json " +
    "kubeconfig .kubeconfig auth.json token.json .token .secret .secrets .password .passwd passwords.txt password.txt local.settings.json terraform.tfstate terraform.tfstate.backup wallet.dat keystore.properties key.properties rclone.conf " +
    ".bash_history .zsh_history .sh_history .history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history fish_history .lesshst .viminfo .claude.json login.keychain logins.json cookies.sqlite"
  ).split(" "),
);
const PRIVATE_KEY_NAME =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[._-].*)?|ssh_host_\w+_key|identity|.*_(?:rsa|dsa|ecdsa|ed25519)|secring\.gpg|.*-adminsdk-.*\.json|\.dev\.vars\..*)$/;
const SECRET_EXTENSION =
  /\.(?:key|p12|pfx|p8|jks|jceks|bcfks|keystore|truststore|kdbx?|ppk|pkcs12|gpgkey|agekey|age|ovpn|tfvars|tfstate|keytab|secret|secrets|vault|dockerconfigjson|mobileprovision|cert-key)$/;
const ENVIRONMENT = /^\.env(?:rc)?(?:[._-].*)?$|^[\w.-]+\.env(?:\.\w+)?$|^.+\.env$/;
/** What holds keys as often as not … */
const NAMED_BY_CONTENT = /\.(?:pem|asc|gpg)$|^(?:tokens\.json|hosts\.yml|\.yarnrc\.yml|\.npmrc)$/;
/** What a project keeps for everybody who tries it. */
const SHARED_ENVIRONMENT = /^\.env\.(?:ci|test|testing|e2e|dev|development)$/;
/** … and what seldom does. */
const BY_CONTENT = /\.(?:crt|cer|der|tfvars\.json)$|^(?:vault\.ya?ml|env\.txt|\.flaskenv)$/;
/** `deploy_key`, `api-token.txt`: a secret by its own name, unless it is a program or data about them. */
export const SECRET_WORD =
  /(?:^|[-_.])(?:private[-_]?key|key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)(?:[-_.]|$)/;
/** A copy that an editor, an archiver or a person has made says by the rest of its name what it is. */
const COPY =
  /(?:~|#|[._-](?:bak|backup|old|orig|save|sav|copy|prev|tmp)|\.(?:sw[a-p]|\d[\d-]{0,14}|gz|bz2|xz|zst|zip)| ?\(\d{1,3}\)| copy)$/;
/** No name of a file holds more of these. */
const COPIES_MAX = 255;

/** Folders where everything is about keys, with the exceptions. */
const FOLDERS: readonly { readonly folder: RegExp; readonly except: RegExp }[] = [
  { folder: /(?:^|\/)\.ssh\//, except: /(?:^|\/)(?:known_hosts(?:\.old)?|.*\.pub)$/ },
  { folder: /(?:^|\/)\.gnupg\//, except: /(?:^|\/)(?:pubring\.(?:gpg|kbx)|gpg(?:-agent)?\.conf)$/ },
  {
    folder:
      /(?:^|\/)(?:\.aws|\.azure|\.config\/gcloud|\.kube|\.docker|\.password-store|\.config\/gh|\.config\/op|\.cloudflared|\.oci|\.aliyun)\//,
    except:
      /(?:^|\/)\.(?:docker|aws)\/(?:[^/]*\.(?:md|txt|ya?ml|dockerfile)|dockerfile[^/]*)$|(?:^|\/)\.(?:docker)\/(?!config\.json$)[^/]+$/,
  },
  { folder: /(?:^|\/)(?:run|var\/run)\/secrets\//, except: /^$/ },
  {
    folder:
      /(?:^|\/)(?:\.cargo\/credentials|\.gem\/credentials|\.m2\/settings(?:-security)?\.xml|\.config\/git\/credentials|\.composer\/auth\.json|\.claude\/\.credentials|\.codex\/auth|\.gemini\/oauth|\.local\/share\/keyrings|\.mozilla\/|\.gcloud\/|\.pki\/|\.vault\/|\.terraform\.d\/|\.local\/state\/waymark\/|\.waymark\/credentials)/,
    except: /^$/,
  },
];
/** Of commands, also where a name only may be that of such a folder, and for the folder itself. */
const NAMED_FOLDERS = new Set(
  ".ssh .gnupg .aws .azure .kube .docker .gcloud gcloud .password-store .pki keyrings .mozilla .vault .terraform.d .oci".split(
    " ",
  ),
);
const NAMED_OF_SYSTEM = /^\/proc\/.*\/(?:environ|mem|maps|cmdline|auxv|fd)(?:\/|$)|^(?:\/var)?\/run\/secrets/;

/** Judges a path by its name alone; both separators, any case, and what is shown of a name that is no text. Reading such a file asks, and its content
 *  reaches a model masked (`maskSecretFile`). Whoever wants other forms of names taken for these folds them before. */
export const secretPathKind = (path: string): SecretPathKind => judged(path).kind;

/** Whether a path names a file of secrets whatever it holds. */
export const isSecretPath = (path: string): boolean => secretPathKind(path) === "secret";

/** Whether a program that is given the path gets what is asked about by its name alone. A folder: all in it. */
export function namesSecret(path: string, kind: "file" | "folder"): boolean {
  // A folder `credentials` or `token` is source code about them more often than not.
  if (kind === "folder") return isSecretPath(`${path}/x`);
  const { kind: ofFile, isNamed } = judged(path);
  return isNamed || ofFile === "secret";
}

/** Whether a command asks about a name even where it is that of a folder. */
export const isNamedSecret = (path: string): boolean => judged(path).isNamed;

/** Files of which each line is a setting; where all is about keys none is looked for. */
const SETTINGS = /\.(?:tfvars|ya?ml|toml|properties|ini|env)$/;

/** Whether a file of secrets has a name under which a project may keep plain settings as well. */
export function mayBeSettings(path: string): boolean {
  const folded = path.toLowerCase();
  const names = folded.split("/");
  const name = names.at(-1) ?? "";
  return (ENVIRONMENT.test(name) || SETTINGS.test(name)) && !liesWithKeys(folded, names.slice(-2).join("/"));
}

function judged(path: string): Judged {
  if (!path.includes("\\")) return judgedAs(path);
  const asNames = judgedAs(path.replaceAll("\\", "/"));
  return stricter(asNames, judgedAs(path.replace(/\\(?:x[0-9A-Fa-f]{2}|[ntr])/g, "_")));
}

function judgedAs(path: string): Judged {
  const folded = path
    .replace(/(?<=[^/])\/+$/, "")
    .normalize("NFC")
    .toLowerCase();
  const names = folded.split("/");
  const name = names.at(-1) ?? "";
  if (NAMED_OF_SYSTEM.test(folded)) return { kind: "secret", isNamed: true };
  const isNamed = names.some((one) => NAMED_FOLDERS.has(one));
  const byName = judgedOnce(name);
  // What a file is called still says what it is where its folder says so, too.
  if (liesWithKeys(folded, names.slice(-2).join("/"))) return { kind: "secret", isNamed: isNamed || byName.isNamed };
  // What lies in such a folder and is none of its files of keys is judged by what it holds.
  if (byName.kind === "ordinary" || isFixture(names, name)) return isNamed ? { kind: "by-content", isNamed } : ORDINARY;
  return isNamed ? { ...byName, isNamed } : byName;
}

/** Most names are those of thousands of files. */
const known = new Map<string, Judged>();
const KNOWN_MAX = 10_000;
/** No file has a longer one, each byte of it spelt. */
const NAME_LENGTH_MAX = 1_100;

function judgedOnce(name: string): Judged {
  if (name.length > NAME_LENGTH_MAX) return ORDINARY;
  const before = known.get(name);
  if (before !== undefined) return before;
  const names = namesOfCopy(name);
  const all = names.map(judgedName).reduce(stricter);
  // The copy of a source is one.
  const isSource = all.kind === "by-content" && judgedName(names.at(-1) ?? name).kind === "ordinary";
  const found: Judged = isSource ? { ...all, kind: "ordinary" } : all;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(name, found);
  return found;
}

/** @param last  the end of it by which exceptions are told */
function liesWithKeys(folded: string, last: string): boolean {
  // All of these folders are hidden ones, or called so; hardly a path has one.
  if (!folded.includes("/.") && !folded.startsWith(".") && !folded.includes("secrets/")) return false;
  return FOLDERS.some(({ folder, except }) => folder.test(folded) && !except.test(last));
}

/** `test/fixtures/credentials.json`: what tests take for data is made up; keys and what an environment holds are not so surely. */
const isFixture = (names: readonly string[], name: string): boolean =>
  names.slice(0, -1).some((folder) => /^(?:__fixtures__|fixtures?|testdata|test-data|__mocks__)$/.test(folder)) &&
  /^\w[\w-]*\.(?:json|ya?ml|toml|xml|ini|csv|properties|txt)$/.test(name);

/** A name, and what it is the copy of. */
export function namesOfCopy(name: string): readonly string[] {
  const names = [name];
  // `.server.key.swp` is what an editor holds of `server.key`.
  const isSwap = /^\..*\.sw[a-p]$/.test(name);
  for (let one = name.replace(/^(?:#|\.#|copy of )/, ""); names.length <= COPIES_MAX; names.push(one)) {
    const rest = one.replace(COPY, "");
    if (rest === "" || rest === "." || rest === names.at(-1)) break;
    one = rest;
  }
  return isSwap ? names.flatMap((one) => (one === name ? one : [one, one.replace(/^\./, "")])) : names;
}

const RANK: readonly SecretPathKind[] = ["ordinary", "by-content", "secret"];

function stricter(one: Judged, other: Judged): Judged {
  const worse = RANK.indexOf(one.kind) >= RANK.indexOf(other.kind) ? one : other;
  const isNamed = one.isNamed || other.isNamed;
  return isNamed === worse.isNamed ? worse : { ...worse, isNamed };
}

function judgedName(name: string): Judged {
  const isEnvironment = ENVIRONMENT.test(name);
  const isKey = NAMES.has(name) || PRIVATE_KEY_NAME.test(name) || SECRET_EXTENSION.test(name);
  const isWord = SECRET_WORD.test(name);
  const saysSo = isKey || isWord || NAMED_BY_CONTENT.test(name);
  if (SAMPLE.test(name)) return ORDINARY;
  if (PUBLIC.test(name)) return isSourceOfSecret(name) ? { kind: "by-content", isNamed: false } : ORDINARY;
  if (!saysSo && !isEnvironment && !BY_CONTENT.test(name)) return ORDINARY;
  const isNamed = asksByName(name, saysSo);
  if (GIVEN_OUT.test(name)) return { kind: "by-content", isNamed };
  if (SHARED_ENVIRONMENT.test(name)) return { kind: "by-content", isNamed };
  if (isEnvironment || isKey) return { kind: "secret", isNamed };
  const isSource = isWord && OTHER_SOURCE.test(name);
  return { kind: isSource ? "ordinary" : "by-content", isNamed };
}

/** `.env.sh`, `server.key.js`, `id_rsa.md`: what is called like a file of secrets but for its ending. `credentials.ts` is source about some. */
function isSourceOfSecret(name: string): boolean {
  const whose = name.replace(/\.[^.]+$/, "");
  if (name.endsWith(".pub") || whose === "") return false;
  const isFile = /\./.test(whose) && (NAMES.has(whose) || SECRET_EXTENSION.test(whose) || NAMED_BY_CONTENT.test(whose));
  return isFile || ENVIRONMENT.test(whose) || /^id_(?:rsa|dsa|ecdsa|ed25519)/.test(whose);
}

/** `vite.env.ts` is source, and a folder `identity` no key. */
const asksByName = (name: string, saysSo: boolean): boolean =>
  /^\.env(?:rc)?(?:[._-]|$)|.\.env$/.test(name) || (saysSo && !PLAINLY_PUBLIC.test(name) && name !== "identity");

/** Names by which a pattern of a shell is tried for whether it could mean a secret. */
export const SECRET_SAMPLES = [
  ".env",
  ".env.local",
  ".env.production",
  ".netrc",
  ".npmrc",
  ".ssh",
  ".aws",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
];
