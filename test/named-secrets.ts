import type { Random } from "./random.ts";

/** Ways in which people write down a name and its value, drawn with names and values: what a reader of secrets is held against. */

/** `without`: what a value there cannot hold as it is. */
type Notation = readonly [claim: string, without: RegExp, write: (name: Name, value: string) => string];

/** One thing in the ways in which it is called. */
interface Name {
  readonly snake: string;
  readonly camel: string;
  readonly upper: string;
  readonly kebab: string;
  readonly words: string;
}

const NAMES: readonly string[] = [
  ..."password|db password|admin password|user passwd|smtp pass|mail pwd|root password|keystore password|backup passphrase".split(
    "|",
  ),
  ..."senha|senha banco|senha do usuario|contraseña|contraseña db|mot de passe|mdp admin|passwort|db passwort|kennwort".split(
    "|",
  ),
];
const KEY_NAMES: readonly string[] = [
  ..."api key|access token|client secret|auth token|secret key|api token|jwt secret|session secret|deploy token".split(
    "|",
  ),
  ..."chave de acesso|chave api|segredo|segredo do cliente|token de acesso|clave api|clave secreta|jeton acces".split(
    "|",
  ),
];

const upperFirst = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function nameOf(words: readonly string[]): Name {
  return {
    snake: words.join("_"),
    camel: words[0] + words.slice(1).map(upperFirst).join(""),
    upper: words.join("_").toUpperCase(),
    kebab: words.join("-").toUpperCase(),
    words: upperFirst(words.join(" ")),
  };
}

const QUOTES = /["\\\n$]/;
const SINGLE = /['\\]/;
const BARE = /[^\w!@#%^*+?~.=-]|^[-=.!?@#%^*]|[-=.!?@#%^*~]$/;
const CELL = /[,;|"'\\\t]/;
const COBOL = /['"\\]/;
const TAGGED = /[<>&"']/;
const YAML = /[:#'"`\\]|^\W|,$|[{}[\]]/;

const NOTATIONS: readonly Notation[] = [
  ["JavaScript", QUOTES, ({ camel }, v) => `const ${camel} = "${v}";`],
  ["JavaScript default", QUOTES, ({ upper }, v) => `const x = process.env.${upper} || "${v}";`],
  ["JavaScript ??", SINGLE, ({ upper }, v) => `  url: process.env.${upper} ?? '${v}',`],
  ["JavaScript ?:", QUOTES, ({ camel }, v) => `const x = isTest ? ${camel} : "${v}";`],
  ["TypeScript field", SINGLE, ({ camel }, v) => `  private readonly ${camel}: string = '${v}';`],
  ["Python", QUOTES, ({ snake }, v) => `${snake} = """${v}"""`],
  ["Python annotated", SINGLE, ({ snake }, v) => `    ${snake}: Optional[str] = '${v}'`],
  ["Python or", QUOTES, ({ upper }, v) => `x = os.environ.get("${upper}") or "${v}"`],
  ["Python getenv", QUOTES, ({ upper }, v) => `x = os.getenv("${upper}", "${v}")`],
  ["Python field", QUOTES, ({ snake }, v) => `${snake}: str = Field(default="${v}")`],
  ["Python argument", QUOTES, ({ snake }, v) => `connect(host="db", ${snake}="${v}", port=5432)`],
  ["Go", QUOTES, ({ camel }, v) => `var ${camel} string = "${v}"`],
  ["Go short", /`/, ({ camel }, v) => `\t${camel} := \`${v}\``],
  ["Go pointer", QUOTES, ({ camel }, v) => `${upperFirst(camel)}: aws.String("${v}"),`],
  ["Rust", QUOTES, ({ upper }, v) => `pub const ${upper}: &'static str = "${v}";`],
  ["Rust owned", QUOTES, ({ snake }, v) => `let ${snake} = String::from("${v}");`],
  ["C macro", QUOTES, ({ upper }, v) => `#define ${upper} "${v}"`],
  ["C array", QUOTES, ({ snake }, v) => `static char ${snake}[] = "${v}";`],
  ["C++ braces", QUOTES, ({ snake }, v) => `std::string ${snake}{"${v}"};`],
  ["Java", QUOTES, ({ camel }, v) => `String ${camel} = new String("${v}");`],
  ["Java setter", QUOTES, ({ camel }, v) => `config.set${upperFirst(camel)}("${v}");`],
  ["Java characters", QUOTES, ({ camel }, v) => `char[] ${camel} = "${v}".toCharArray();`],
  ["Kotlin", QUOTES, ({ camel }, v) => `val ${camel}: String = "${v}"`],
  ["Scala", QUOTES, ({ camel }, v) => `val ${camel} = sys.env.getOrElse("X", "${v}")`],
  ["C#", QUOTES, ({ camel }, v) => `public string ${upperFirst(camel)} { get; set; } = "${v}";`],
  ["PHP", SINGLE, ({ snake }, v) => `$config['${snake}'] = '${v}';`],
  ["PHP env", SINGLE, ({ upper }, v) => `'x' => env('${upper}', '${v}'),`],
  ["Ruby", SINGLE, ({ snake }, v) => `:${snake} => '${v}',`],
  ["Ruby fetch", QUOTES, ({ upper }, v) => `x = ENV.fetch("${upper}") { "${v}" }`],
  ["Perl", SINGLE, ({ snake }, v) => `my $${snake} = '${v}';`],
  ["R", QUOTES, ({ snake }, v) => `${snake} <- "${v}"`],
  ["Clojure", QUOTES, ({ snake }, v) => `(def ${snake} "${v}")`],
  ["Clojure map", QUOTES, ({ snake }, v) => `{:user "bob" :${snake} "${v}"}`],
  ["Lisp", QUOTES, ({ snake }, v) => `(setq ${snake} "${v}")`],
  ["Elixir", QUOTES, ({ snake }, v) => `config :app, Repo, ${snake}: "${v}"`],
  ["Lua", BARE, ({ snake }, v) => `local ${snake} = [[${v}]]`],
  ["Swift", QUOTES, ({ camel }, v) => `let ${camel}: String? = "${v}"`],
  ["Gradle", SINGLE, ({ camel }, v) => `    ${camel} '${v}'`],
  ["PowerShell", SINGLE, ({ upper }, v) => `[string]$${upper} = '${v}'`],
  ["VBA", QUOTES, ({ camel }, v) => `Const ${camel} As String = "${v}"`],
  ["environment", /[\s"'`\\$]|^[{[(<]/, ({ upper }, v) => `${upper}=${v}`],
  ["quoted environment", QUOTES, ({ upper }, v) => `export ${upper}="${v}"`],
  ["shell default", BARE, ({ upper }, v) => `x="\${${upper}:-${v}}"`],
  ["Makefile", BARE, ({ upper }, v) => `${upper} ?= ${v}`],
  ["properties", BARE, ({ snake }, v) => `app.${snake.replaceAll("_", ".")}=${v}`],
  ["ini", BARE, ({ snake }, v) => `${snake} = ${v}`],
  ["YAML", YAML, ({ snake }, v) => `${snake}: ${v}`],
  ["YAML quoted", SINGLE, ({ camel }, v) => `  ${camel}: '${v}'  # comment`],
  ["YAML pair", QUOTES, ({ upper }, v) => `- name: ${upper}\n  value: "${v}"`],
  ["YAML pair turned", QUOTES, ({ upper }, v) => `- value: "${v}"\n  name: ${upper}`],
  ["JSON", QUOTES, ({ camel }, v) => `{"user": "bob", "${camel}": "${v}"}`],
  ["JSON pair", QUOTES, ({ upper }, v) => `{"name":"${upper}","type":"plain","value":"${v}"}`],
  ["JSON pair turned", QUOTES, ({ upper }, v) => `[{"value":"${v}","name":"${upper}"}]`],
  ["JSON pair turned over lines", QUOTES, ({ upper }, v) => `  {\n    "value": "${v}",\n    "name": "${upper}"\n  }`],
  ["CloudFormation", QUOTES, ({ camel }, v) => `{"ParameterKey":"${upperFirst(camel)}","ParameterValue":"${v}"}`],
  ["CloudFormation over lines", SINGLE, ({ camel }, v) => `  - ParameterKey: ${camel}\n    ParameterValue: '${v}'`],
  ["CloudFormation default", QUOTES, ({ camel }, v) => `  ${camel}:\n    Type: String\n    Default: "${v}"`],
  ["Terraform", QUOTES, ({ snake }, v) => `variable "${snake}" {\n  type    = string\n  default = "${v}"\n}`],
  ["XML element", TAGGED, ({ camel }, v) => `<${camel}>${v}</${camel}>`],
  ["XML named element", TAGGED, ({ camel }, v) => `<Setting name="${upperFirst(camel)}">${v}</Setting>`],
  [
    "XML nested",
    TAGGED,
    ({ camel }, v) => `<setting name="${camel}" serializeAs="String"><value>${v}</value></setting>`,
  ],
  ["XML attribute", TAGGED, ({ snake }, v) => `<db user="bob" ${snake}="${v}"/>`],
  ["XML attributes", TAGGED, ({ camel }, v) => `<add key="${camel}" value="${v}" />`],
  ["XML attributes turned", TAGGED, ({ camel }, v) => `<property value="${v}" name="${camel}"/>`],
  ["plist", TAGGED, ({ camel }, v) => `<key>${camel}</key><string>${v}</string>`],
  ["plist over lines", TAGGED, ({ camel }, v) => `\t<key>${camel}</key>\n\t<string>${v}</string>`],
  ["SQL role", SINGLE, (_, v) => `ALTER ROLE bob LOGIN PASSWORD '${v}';`],
  ["SQL identified", BARE, (_, v) => `CREATE USER bob IDENTIFIED BY ${v}`],
  ["SQL identified quoted", SINGLE, (_, v) => `GRANT ALL ON *.* TO bob IDENTIFIED BY '${v}';`],
  ["SQL function", SINGLE, (_, v) => `SET PASSWORD FOR bob = PASSWORD('${v}');`],
  ["SQL where", SINGLE, ({ snake }, v) => `UPDATE users SET ${snake} = '${v}' WHERE id = 1;`],
  ["SQL insert", SINGLE, ({ snake }, v) => `INSERT INTO users (id, name, ${snake}) VALUES (1, 'bob', '${v}');`],
  [
    "SQL insert rows",
    SINGLE,
    ({ snake }, v) => `INSERT INTO users (name, ${snake}, age) VALUES\n  ('al', 'none', 3),\n  ('bob', '${v}', 7);`,
  ],
  ["SQL copy", CELL, ({ snake }, v) => `COPY public.users (id, ${snake}, name) FROM stdin;\n1\t${v}\tbob`],
  ["COBOL move", COBOL, ({ kebab }, v) => `           MOVE '${v}' TO WS-${kebab}.`],
  ["COBOL value", COBOL, ({ kebab }, v) => `       05  WS-${kebab}   PIC X(64) VALUE '${v}'.`],
  ["COBOL value over lines", COBOL, ({ kebab }, v) => `000100 01  WS-${kebab}  PIC X(64)\n000200     VALUE '${v}'.`],
  ["PL/I", COBOL, ({ upper }, v) => ` DCL ${upper} CHAR(64) INIT('${v}');`],
  ["JCL parameter", BARE, (_, v) => `//STEP1 EXEC PGM=X,PARM='USER=BOB,PASSWORD=${v}'`],
  ["RACF", BARE, (_, v) => ` ALTUSER BOB PASSWORD(${v}) RESUME`],
  ["Markdown strong", BARE, ({ words }, v) => `- **${words}:** ${v}`],
  ["Markdown strong name", /[`\\]/, ({ upper }, v) => `**${upper}**: \`${v}\``],
  ["Markdown list", BARE, ({ words }, v) => `* ${words}: ${v}`],
  ["Markdown dash", BARE, ({ words }, v) => `- ${words} – ${v}`],
  ["Markdown row", BARE, ({ words }, v) => `| ${words} | ${v} |`],
  ["Markdown row of code", /[`|\\]/, ({ upper }, v) => `| \`${upper}\` | \`${v}\` | yes |`],
  ["Markdown table", BARE, ({ words }, v) => `| User | ${words} |\n|------|:-----|\n| bob | ${v} |`],
  ["Markdown heading", BARE, ({ words }, v) => `## ${words}\n\n    ${v}\n`],
  ["CSV", CELL, ({ snake }, v) => `id,user,${snake},mail\n1,bob,${v},b@x.example`],
  ["CSV quoted", /["\\]/, ({ snake }, v) => `"user";"${snake}"\n"bob";"${v}"`],
  ["TSV", CELL, ({ words }, v) => `user\t${words}\nbob\t${v}`],
  ["a sentence", BARE, ({ words }, v) => `The ${words.toLowerCase()} is ${v}.`],
  ["a sentence for somebody", BARE, ({ words }, v) => `${words} for bob: ${v}`],
];

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const LETTERS = LOWER + LOWER.toUpperCase();
const FIGURES = "0123456789";
const SIGNS = "!@#$%^&*()-_=+[]{}:,.?~<>/;|";
const ALPHABETS: readonly string[] = [
  LETTERS + FIGURES + SIGNS,
  `${LETTERS}${FIGURES}!@#%^&*-_+=?.`,
  LETTERS + FIGURES,
  LOWER + FIGURES,
];

/** What a manager of passwords proposes, or an issuer of tokens. */
function drawnValue(random: Random, lengthMin: number): string {
  const alphabet = random.pick(ALPHABETS);
  const length = random.pick([8, 10, 12, 14, 16, 20, 24, 32, 48, 64].filter((one) => one >= lengthMin));
  for (;;) {
    const value = Array.from({ length }, () => random.pick([...alphabet])).join("");
    // Managers see to it that each kind is there.
    if (/\d/.test(value) && /[a-z]/.test(value) && (/[A-Z]/.test(value) || !/[A-Z]/.test(alphabet))) return value;
  }
}

export interface Written {
  readonly claim: string;
  readonly text: string;
  readonly value: string;
}

/** Each notation with a name and a value that are drawn. */
export function* writtenSecrets(random: Random): Generator<Written> {
  for (const notation of NOTATIONS) {
    const isKey = random.chance(0.3);
    const name = nameOf(random.pick(isKey ? KEY_NAMES : NAMES).split(" "));
    yield { claim: notation[0], ...withValue(notation, name, () => drawnValue(random, isKey ? 16 : 8)) };
  }
}

function withValue([, without, write]: Notation, name: Name, draw: () => string): Omit<Written, "claim"> {
  for (;;) {
    const value = draw();
    if (!without.test(value)) return { text: write(name, value), value };
  }
}

/** What stands where a value might, and is none. */
const NO_VALUES: readonly string[] = [
  ..."changeme|xxxxxxxx|********|example|none|string|required|placeholder|${DB_PASSWORD}|<your-password>|{{ password }}|%(password)s|$PASSWORD".split(
    "|",
  ),
  ..."your-password-here|TODO|null|undefined|test|readPassword|PASSWORD_MIN_LENGTH|config.password|utf-8|sha256|bcrypt|12|3600|true".split(
    "|",
  ),
];

/** The same notations with what stands for a value. */
export function* writtenStandIns(random: Random): Generator<Written> {
  for (const notation of NOTATIONS) {
    const name = nameOf(random.pick(random.chance(0.3) ? KEY_NAMES : NAMES).split(" "));
    yield { claim: notation[0], ...withValue(notation, name, () => random.pick(NO_VALUES)) };
  }
}

/** Sources and texts that speak of secrets and hold none. */
export const SPEAKING: readonly string[] = [
  "const password = readPassword();",
  "const password = await prompt('Password:', { hidden: true });",
  "PASSWORD_MIN_LENGTH = 12",
  "  password: string;",
  "  password?: string | undefined;",
  "  password VARCHAR(255) NOT NULL,",
  "CREATE TABLE users (name TEXT, password TEXT, salt CHAR(16));",
  "INSERT INTO users (name, password) VALUES (?, ?);",
  "INSERT INTO users (name, password) VALUES (:name, :password);",
  "SELECT name, password FROM users WHERE name = 'bob';",
  "if (password.length < 8) throw new Error('Password too short');",
  "expect(hash(password)).toBe(true);",
  "       05  WS-PASSWORD            PIC X(08).",
  "       05  WS-PASSWORD-MSG        PIC X(40) VALUE 'Please enter password'.",
  "           MOVE 'Please enter Password ...' TO WS-MESSAGE",
  "           MOVE SPACES TO WS-PASSWORD.",
  "           MOVE SEC-USR-PWD TO WS-PASSWORD",
  "           IF SEC-USR-PWD = WS-USER-PWD",
  "//STEP1 EXEC PGM=IKJEFT01,PARM='PASSWORD=&PW'",
  "PASSWORD DFHMDF POS=(20,43),LENGTH=8,ATTRB=(DRK,FSET,UNPROT)",
  "The password must have 8 characters, of which 2 are digits.",
  "| password | string | The password of the user |",
  "| Option | Password |\n|---|---|\n| min2 | at least 8 |",
  "## Password\n\nSet it with `waymark login`.",
  "- **Password:** the one that you chose",
  "password = getpass.getpass()",
  "password = os.environ['DB_PASSWORD']",
  "password = config.get('database', 'password')",
  "token = tokens[index + 1]",
  "const token = parse(input).tokens[0];",
  "user, password = line.split(':')",
  "def login(user, password, timeout=30, retries=3):",
  'throw new Error("password is required");',
  'label = t("form.password.label", "Password")',
  '<input name="password" type="password" id="field-2" class="mt-4 w-full">',
  '{"name":"password","type":"string","description":"The password","minLength":8}',
  "senha = input('Digite a senha: ')",
  "chave = mapa.get(chave_primaria)",
  "for (const [clave, valor] of Object.entries(mapa2)) {",
  "mot_de_passe = lire_mot_de_passe()",
  "name,password,age\nbob,,7\n",
  "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-credentials-v2\n      key: password",
];
