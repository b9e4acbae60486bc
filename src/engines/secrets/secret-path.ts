import { isFixture } from "../shell/sensitive-names.ts";

/** What a path says about the file: `secret` by its name, `by-content` when only the content can tell, else `ordinary`. */
export type SecretPathKind = "secret" | "by-content" | "ordinary";

/** Templates and documentation about a secret file are there to be read. */
const TEMPLATE = /[._-](?:example|sample|template|tmpl|tpl|dist|defaults?|schema)(?:\.[a-z]{1,5})?$/;
const DOCUMENT_OR_SOURCE =
  /\.(?:md|mdx|rst|adoc|html?|css|scss|[cm]?[jt]sx?|vue|svelte|d\.ts|py|pyi|rb|go|rs|java|kt|scala|cs|fs|c|cc|cpp|h|hpp|swift|php|pl|lua|sh|bash|ps1|sql|cbl|cob|cpy|jcl|pli|svg|png|jpe?g|gif|webp|pub)$/;
const NAMES = new Set(
  (
    ".netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .pypirc .git-credentials .htpasswd .htdigest .dockercfg .dockerconfigjson .vault-token .vault_pass .boto .s3cfg .terraformrc credentials.tfrc.json " +
    ".credentials .credentials.json credentials credentials.json credentials.yml credentials.yaml credentials.toml credentials.xml credentials.csv credentials.ini credentials.db credentials.yml.enc oauth_creds.json client_secret.json client_secrets.json " +
    "secrets.yml secrets.yaml secrets.json secrets.toml secrets.env secrets.properties secrets.ini secrets.txt secret.yml secret.yaml secret.json secret.toml secret.env secrets secret.key master.key shadow gshadow sudoers " +
    "service-account.json serviceaccount.json service_account.json service-account-key.json serviceaccountkey.json firebase-adminsdk.json gcp-key.json application_default_credentials.json access_tokens.db msal_token_cache.json azureprofile.json " +
    "kubeconfig .kubeconfig auth.json token.json .token .secret .secrets .password .passwd passwords.txt password.txt local.settings.json terraform.tfstate terraform.tfstate.backup wallet.dat keystore.properties key.properties rclone.conf"
  ).split(" "),
);
const PRIVATE_KEY_NAME =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[._-].*)?|ssh_host_\w+_key|identity|.*_(?:rsa|dsa|ecdsa|ed25519)|secring\.gpg|.*-adminsdk-.*\.json)$/;
const SECRET_EXTENSION =
  /\.(?:key|p12|pfx|p8|jks|jceks|bcfks|keystore|truststore|kdbx?|ppk|pkcs12|gpgkey|agekey|ovpn|tfvars|tfstate|keytab|secret|secrets|vault|dockerconfigjson|mobileprovision|cert-key)$/;
const CONTENT_EXTENSION = /\.(?:pem|asc|crt|cer|der|gpg|auto\.tfvars\.json)$/;
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
      /(?:^|\/)(?:\.cargo\/credentials|\.gem\/credentials|\.m2\/settings(?:-security)?\.xml|\.config\/git\/credentials|\.composer\/auth\.json|\.claude\/\.credentials|\.codex\/auth|\.gemini\/oauth|\.local\/share\/keyrings|\.mozilla\/firefox|\.waymark\/credentials)/,
    except: /^$/,
  },
];

/** Judges a path by its name alone; both separators, any case. Reading such a file asks, and its content reaches a model
 *  masked (`maskSecretFile`). */
export function secretPathKind(path: string): SecretPathKind {
  const lower = (path.includes("\\") ? path.replaceAll("\\", "/") : path).normalize("NFC").toLowerCase();
  const slashed = lower.endsWith("/") ? lower.replace(/(?<!\/)\/+$/, "") : lower;
  const name = slashed.slice(slashed.lastIndexOf("/") + 1);
  if (liesWithKeys(slashed)) return "secret";
  if (/^\.env(?:rc)?(?:[.-].*)?$/.test(name))
    return TEMPLATE.test(name) || DOCUMENT_OR_SOURCE.test(name) ? "ordinary" : "secret";
  if (TEMPLATE.test(name) || DOCUMENT_OR_SOURCE.test(name)) return "ordinary";
  if (isFixture(slashed.split("/"), name)) return "ordinary";
  if (NAMES.has(name) || PRIVATE_KEY_NAME.test(name) || SECRET_EXTENSION.test(name)) return "secret";
  if (/^[\w.-]+\.env(?:\.\w+)?$/.test(name)) return "secret";
  return CONTENT_EXTENSION.test(name) ? "by-content" : "ordinary";
}

function liesWithKeys(slashed: string): boolean {
  // All of these folders are hidden ones, or called so; hardly a path has one.
  if (!slashed.includes("/.") && !slashed.startsWith(".") && !slashed.includes("secrets/")) return false;
  return FOLDERS.some(({ folder, except }) => folder.test(slashed) && !except.test(slashed));
}

/** Whether a path names a file of secrets whatever it holds. */
export const isSecretPath = (path: string): boolean => secretPathKind(path) === "secret";

/** Whether the beginning of a `by-content` file shows a private key or a credential. */
export function holdsKey(beginning: string): boolean {
  return (
    /-{4,5} ?BEGIN [A-Z0-9 ]*(?:PRIVATE|SECRET) KEY/.test(beginning) ||
    /^[ \t]*(?:export\s+)?[A-Z_]*(?:TOKEN|SECRET|PASSWORD|KEY)\s*[=:]\s*\S/im.test(beginning)
  );
}
