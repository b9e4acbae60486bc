/** A credential that shows by its own form.
 *  `anywhere`: the prefix is so particular that no boundary is needed before it. */
interface TokenPattern {
  readonly kind: string;
  readonly form: string;
  readonly anywhere?: true;
}

/** Forms published by the issuers, or by gitleaks and GitHub's secret scanning. All lengths are bounded or run over one
 *  character class, so that a scan stays linear. */
const PATTERNS: readonly TokenPattern[] = [
  // Models
  { kind: "anthropic key", form: "sk-ant-[\\w-]{20,300}", anywhere: true },
  { kind: "openrouter key", form: "sk-or-v\\d-[0-9a-f]{32,128}", anywhere: true },
  { kind: "openai key", form: "sk-(?:proj|svcacct|admin|None)-[\\w-]{20,300}", anywhere: true },
  {
    kind: "api key",
    form: "sk-(?:lf-|cp-|api-|user-)?(?=[\\w-]{0,60}\\d)(?:[0-9a-f]{32,128}|[A-Za-z0-9]{20,128}|[A-Za-z0-9]{16,64}(?:-[A-Za-z0-9]{8,64}){1,4})(?![\\w-]{200})",
  },
  { kind: "groq key", form: "gsk_[A-Za-z0-9]{40,128}", anywhere: true },
  { kind: "xai key", form: "xai-[A-Za-z0-9]{40,128}" },
  { kind: "perplexity key", form: "pplx-[A-Za-z0-9]{32,128}" },
  { kind: "clickhouse key", form: "4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])" },
  { kind: "replicate key", form: "r8_[A-Za-z0-9]{32,64}" },
  { kind: "nvidia key", form: "nvapi-[\\w-]{40,128}" },
  { kind: "hugging face token", form: "(?:hf|api_org)_[A-Za-z0-9]{30,64}" },
  { kind: "fireworks key", form: "fw_[A-Za-z0-9]{22,64}" },
  { kind: "together key", form: "tgp_v\\d_[\\w-]{30,64}" },
  { kind: "cerebras key", form: "csk-[a-z0-9]{40,64}" },
  { kind: "jina key", form: "jina_[A-Za-z0-9_-]{40,80}" },
  { kind: "pinecone key", form: "pcsk_[A-Za-z0-9_]{40,128}" },
  { kind: "langsmith key", form: "lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}" },
  { kind: "tavily key", form: "tvly-[A-Za-z0-9-]{24,64}" },
  { kind: "voyage key", form: "pa-(?=[\\w-]{0,40}\\d)[A-Za-z0-9_-]{40,64}" },
  // Clouds
  { kind: "aws key id", form: "(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Z0-9])" },
  { kind: "aws bedrock key", form: "(?:ABSK[A-Za-z0-9+/]{80,200}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{40,400})" },
  { kind: "google api key", form: "AIza[\\w-]{35}(?![\\w-]{30})" },
  { kind: "google oauth token", form: "ya29\\.[\\w.-]{20,600}" },
  { kind: "google client secret", form: "GOCSPX-[\\w-]{24,40}" },
  { kind: "google refresh token", form: "1//0[\\w-]{30,200}" },
  { kind: "azure client secret", form: "[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}" },
  { kind: "azure devops token", form: "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}" },
  { kind: "alibaba key id", form: "LTAI[A-Za-z0-9]{16,24}" },
  { kind: "tencent key id", form: "AKID[A-Za-z0-9]{28,40}" },
  { kind: "digitalocean token", form: "do[opr]_v1_[0-9a-f]{64}", anywhere: true },
  { kind: "heroku key", form: "HRKU-[\\w-]{30,80}" },
  { kind: "fly token", form: "(?:FlyV1 )?fm[12][ar]?_[A-Za-z0-9+/=_,-]{40,2000}|fo1_[\\w-]{40,60}" },
  { kind: "cloudflare key", form: "v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,160}|cf(?:ut|at|k)_[A-Za-z0-9]{30,80}" },
  { kind: "databricks token", form: "dapi[0-9a-f]{32}(?:-\\d)?" },
  { kind: "doppler token", form: "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{36,80}" },
  { kind: "vault token", form: "hv[sbr]\\.[\\w-]{20,300}" },
  { kind: "terraform token", form: "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}" },
  { kind: "pulumi token", form: "pul-[0-9a-f]{40}" },
  { kind: "planetscale token", form: "pscale_(?:tkn|pw|oauth)_[\\w.-]{32,64}" },
  { kind: "netlify token", form: "nf[pcou]_[A-Za-z0-9]{30,64}" },
  { kind: "vercel token", form: "vc[apikr]_[A-Za-z0-9]{24,128}" },
  { kind: "supabase key", form: "sb[pa]_(?:oauth_)?[0-9a-f]{40}|sb_secret_[\\w-]{20,64}" },
  { kind: "render key", form: "rnd_[A-Za-z0-9]{28,40}" },
  { kind: "tailscale key", form: "tskey-[a-z]{3,12}-[A-Za-z0-9-]{16,80}" },
  { kind: "1password token", form: "ops_eyJ[\\w-]{50,2000}|A3-[A-Z0-9]{6}-[A-Z0-9]{5,11}(?:-[A-Z0-9]{5}){3,5}" },
  { kind: "prefect key", form: "pn[bu]_[a-zA-Z0-9]{36}" },
  { kind: "scalingo token", form: "tk-us-[\\w-]{48}(?![\\w-])" },
  { kind: "openshift token", form: "sha256~[\\w-]{43}(?![\\w-])" },
  { kind: "yandex token", form: "t1\\.[\\w-]{4,400}={0,2}\\.[\\w-]{86}={0,2}|AQVN[\\w-]{35,38}(?![\\w-])" },
  { kind: "adobe secret", form: "p8e-[A-Za-z0-9_-]{32}(?![\\w-])" },
  { kind: "defined networking key", form: "dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}" },
  {
    kind: "authress key",
    form: "(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}",
  },
  { kind: "scaleway key", form: "SCW[A-Z0-9]{17}(?![A-Z0-9])" },
  // Code and packages
  { kind: "github token", form: "gh[pousr]_[A-Za-z0-9]{30,255}", anywhere: true },
  { kind: "github token", form: "github_pat_[A-Za-z0-9_]{22,255}", anywhere: true },
  {
    kind: "gitlab token",
    form: "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|feat|oas|wt|ffct)-[\\w.-]{20,300}|GR1348941[\\w-]{20,40}",
  },
  { kind: "atlassian token", form: "AT(?:ATT3|CTT3|BB)[\\w=.-]{24,400}" },
  { kind: "npm token", form: "npm_[A-Za-z0-9]{36,64}", anywhere: true },
  { kind: "pypi token", form: "pypi-A[\\w-]{50,400}" },
  { kind: "rubygems key", form: "rubygems_[0-9a-f]{48}" },
  { kind: "docker token", form: "dckr_(?:pat|oat)_[\\w-]{20,64}" },
  { kind: "clojars token", form: "CLOJARS_[a-z0-9]{60}" },
  { kind: "crates token", form: "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])" },
  { kind: "nuget key", form: "oy2[a-z0-9]{43}(?![a-z0-9])" },
  { kind: "artifactory key", form: "AKCp[A-Za-z0-9]{60,80}|cmVmdGtu[A-Za-z0-9]{56}" },
  { kind: "circleci token", form: "CCI(?:PAT|PRJ)_[A-Za-z0-9]{16,32}_[0-9a-f]{40}" },
  { kind: "buildkite token", form: "bk(?:ua|aj|ct)_[A-Za-z0-9_-]{36,80}" },
  { kind: "postman key", form: "PMAK-[0-9a-f]{24}-[0-9a-f]{34}" },
  { kind: "sonar token", form: "sq[pau]_[0-9a-f]{40}" },
  { kind: "openvsx token", form: "ovsx[ap]t_[A-Za-z0-9-]{30,64}" },
  // Chat, mail, payment, work
  {
    kind: "slack token",
    form: "xox[abceoprs]-[\\w.-]{10,400}|xoxe\\.xox[bp]-[\\w-]{10,400}|xapp-\\d-[\\w-]{20,400}|xwfp-[\\w-]{20,200}",
  },
  {
    kind: "slack webhook",
    form: "https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w+/-]{20,200}",
    anywhere: true,
  },
  {
    kind: "discord webhook",
    form: "https://(?:\\w{1,10}\\.)?discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{10,25}/[\\w-]{30,128}",
    anywhere: true,
  },
  {
    kind: "teams webhook",
    form: "https://[\\w-]{1,60}\\.webhook\\.office\\.com/webhookb2/[\\w@/-]{40,300}",
    anywhere: true,
  },
  { kind: "discord token", form: "(?=[\\w-]{1,27}\\d)[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,45}" },
  { kind: "telegram token", form: "(?:bot)?\\d{8,10}:AA[\\w-]{32,34}(?![\\w-])" },
  { kind: "firebase key", form: "AAAA[\\w-]{7}:APA91b[\\w-]{100,200}" },
  { kind: "twilio pair", form: "AC[0-9a-f]{32}:[0-9a-f]{32}(?![0-9a-f])" },
  {
    kind: "stripe key",
    form: "(?:sk|rk)_(?:test|live|prod)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/=]{24,128}",
    anywhere: true,
  },
  { kind: "elevenlabs key", form: "sk_[0-9a-f]{48}" },
  { kind: "square token", form: "sq0[a-z]{3}-[\\w-]{20,64}|EAAA[\\w-]{56,80}" },
  { kind: "shopify token", form: "shp(?:at|ca|pa|ss|tka|ua)_[0-9a-fA-F]{32,64}", anywhere: true },
  { kind: "paypal token", form: "access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}" },
  { kind: "sendgrid key", form: "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}" },
  { kind: "mailgun key", form: "key-[0-9a-f]{32}(?![0-9a-f])" },
  { kind: "mailchimp key", form: "[0-9a-f]{32}-us\\d{1,2}(?!\\w)" },
  { kind: "brevo key", form: "x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}" },
  { kind: "resend key", form: "re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,40}" },
  { kind: "twilio key", form: "SK[0-9A-Fa-f]{32}(?![0-9A-Fa-f])" },
  { kind: "linear key", form: "lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,80}" },
  { kind: "notion token", form: "ntn_[A-Za-z0-9]{40,64}|secret_[A-Za-z0-9]{40,64}" },
  { kind: "figma token", form: "fig[douw]r?_[\\w-]{36,80}" },
  { kind: "airtable token", form: "pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}" },
  { kind: "asana token", form: "[12]/\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32}" },
  { kind: "typeform token", form: "tfp_[\\w-]{40,80}" },
  { kind: "contentful token", form: "CFPAT-[\\w-]{40,64}" },
  { kind: "easypost key", form: "EZ[AT]K[A-Za-z0-9]{50,60}" },
  { kind: "shippo token", form: "shippo_(?:live|test)_[0-9A-Fa-f]{40}" },
  { kind: "readme key", form: "rdme_[a-z0-9]{60,80}" },
  { kind: "facebook token", form: "EAA[A-Za-z]{1,6}[A-Za-z0-9]{80,300}|\\d{15,16}\\|[\\w-]{27}(?![\\w-])" },
  { kind: "twitter token", form: "A{20}[A-Za-z0-9%]{80,100}(?![A-Za-z0-9+/=%])" },
  { kind: "duffel token", form: "duffel_(?:test|live)_[\\w=-]{43}" },
  { kind: "frame.io token", form: "fio-u-[\\w=-]{64}" },
  { kind: "settlemint token", form: "sm_[aps]at_[A-Za-z0-9]{16}(?![A-Za-z0-9])" },
  // Monitoring
  { kind: "sentry token", form: "sntry[su]_[A-Za-z0-9+/=_-]{40,400}" },
  {
    kind: "grafana token",
    form: "gl(?:c_[A-Za-z0-9+/]{32,400}={0,2}|sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8})|eyJrIjoi[A-Za-z0-9]{60,400}={0,3}",
  },
  {
    kind: "launchdarkly key",
    form: "(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\\w-])",
  },
  { kind: "newrelic key", form: "NR(?:AK|AA|RA|II|IQ|JS|SP)-[A-Za-z0-9_-]{19,64}" },
  { kind: "datadog key", form: "dd(?:api|app|p|w)_[A-Za-z0-9]{30,64}" },
  { kind: "dynatrace token", form: "dt0[a-z]\\d{2}\\.[A-Za-z0-9]{8,32}\\.[A-Za-z0-9]{64}" },
  { kind: "posthog key", form: "ph[xs]_[A-Za-z0-9]{32,64}" },
  { kind: "honeycomb key", form: "hc[abx]ik_[a-z0-9]{40,64}" },
  { kind: "snyk token", form: "snyk_[a-z]{2,5}\\.[\\w.-]{30,80}" },
  // Others
  {
    kind: "plaid token",
    form: "access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  },
  { kind: "hubspot token", form: "pat-(?:na|eu|ap)\\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}" },
  { kind: "lob key", form: "(?:live|test)_(?:pub_)?[0-9a-f]{31,40}(?![0-9a-f])" },
  { kind: "mapbox token", form: "sk\\.eyJ[\\w-]{20,400}\\.[\\w-]{20,64}" },
  { kind: "dropbox token", form: "sl\\.(?=[\\w-]{0,60}\\d)[\\w-]{100,2000}" },
  { kind: "harness token", form: "[ps]at\\.[\\w-]{22}\\.[0-9A-Fa-f]{24}\\.[A-Za-z0-9]{20}" },
  { kind: "sourcegraph token", form: "sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Fa-f]{40}" },
  { kind: "flutterwave key", form: "FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,40}(?:-X)?" },
  { kind: "octopus key", form: "API-[A-Z0-9]{26}(?![A-Z0-9])" },
  { kind: "maxmind key", form: "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk" },
  { kind: "openai session", form: "sess-[A-Za-z0-9]{40,64}" },
  { kind: "weights and biases key", form: "wandb_v1_[\\w-]{36,120}" },
  { kind: "neon key", form: "napi_[a-z0-9]{60,80}" },
  { kind: "intra42 secret", form: "s-s4t2(?:ud|af)-[0-9a-f]{64}" },
  {
    kind: "token",
    form: "(?:aio|gta|e2b|ddp|unkey|codecov|turso|flw|zpka|rpa)_(?=[\\w-]{0,40}\\d)[A-Za-z0-9]{24,128}(?![A-Za-z0-9_])",
  },
  { kind: "token", form: "ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])" },
  // Keys
  {
    kind: "private key in base64",
    form: "LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0Eg|BFQyBQ|BPUEVOU1NI|BEU0Eg|BFTkNSWVBURUQ|BQR1Ag)[A-Za-z0-9+/=]{20,8000}",
  },
  {
    kind: "token",
    form: "(?!pk[_-])[a-z][a-z0-9]{1,15}[_-](?:live|prod|secret|sk|pat|api|apikey|token)[_-](?=[\\w-]{0,40}\\d)(?=[\\w-]{0,60}[A-Z])[\\w-]{20,200}",
  },
  { kind: "age key", form: "AGE-SECRET-KEY-1[A-Z0-9]{50,64}", anywhere: true },
  { kind: "wallet key", form: "[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}" },
  // What `{"alg":` and its like begin in Base64, wherever the name stands in a group of it.
  {
    kind: "json web token",
    form: "(?<![A-Za-z0-9])e[wy](?=[\\w-]{0,200}(?:hbGci|YWxnI|FsZyI))[\\w-]{8,600}\\.[\\w-]{2,8000}\\.[\\w-]{8,8000}",
    anywhere: true,
  },
  { kind: "json web token in base64", form: "ZXlKaGJHY2lPaU[A-Za-z0-9+/]{40,8000}={0,2}" },
  {
    kind: "json web token",
    form: "ey[JI][\\w-]{8,4000}\\.(?:ey[JI][\\w-]{8,8000}|[\\w-]{8,8000}\\.[\\w-]{8,8000})(?:\\.[\\w-]{0,8000}){0,3}",
  },
];

/** A boundary that letters written before a key in escaped text (`\n`, `%20`, `\u0022`) do not hide. */
const BOUNDARY =
  "(?<![A-Za-z0-9_-])|(?<=(?:^|[^A-Za-z0-9_-])_{1,3})|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\\\u[0-9a-fA-F]{4})";

const anywhere = PATTERNS.filter((pattern) => pattern.anywhere);
const bounded = PATTERNS.filter((pattern) => !pattern.anywhere);
const compiled = (patterns: readonly TokenPattern[], before: string): RegExp =>
  new RegExp(`${before}(?:${patterns.map((pattern) => `(${pattern.form})`).join("|")})`, "g");

/** The two expressions and, group by group, the kinds that they find. */
export const TOKEN_SCANS: readonly { readonly expression: RegExp; readonly kinds: readonly string[] }[] = [
  { expression: compiled(anywhere, ""), kinds: anywhere.map((pattern) => pattern.kind) },
  { expression: compiled(bounded, `(?:${BOUNDARY})`), kinds: bounded.map((pattern) => pattern.kind) },
];
