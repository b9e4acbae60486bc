// What is searched, and questions with the one answer that is right: literal ones, ones in other words, ones in Portuguese, and
// more of these that were written when the words that both languages have were there already.

export interface SearchQuestion {
  readonly kind: "literal" | "other words" | "portuguese" | "portuguese later";
  readonly query: string;
  /** The name of the skill, the beginning of the note, or the page of the manual. */
  readonly answer: string;
}

export interface SearchedText {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

const skill = (name: string, description: string, body: string): SearchedText => ({ name, description, body });

/** As an estate's own skills are written. */
export const SKILLS: readonly SearchedText[] = [
  skill(
    "program-cbact01c",
    "Batch program that reads the account file and prints each record.",
    "Opens ACCTFILE, reads sequentially, displays balance, credit limit and open date.",
  ),
  skill(
    "program-cbtrn02c",
    "Posts the daily transactions to accounts and writes rejects.",
    "Validates card number and expiry, updates the balance, writes DALYREJS with a reason code.",
  ),
  skill(
    "program-cointcal",
    "Computes the interest of each account at the end of the month.",
    "Reads rate per disclosure group, multiplies by the balance, writes an interest transaction.",
  ),
  skill(
    "job-posttran",
    "Nightly job that runs the posting of transactions.",
    "STEP15 executes CBTRN02C; needs the transaction file closed in CICS first.",
  ),
  skill(
    "job-closefil",
    "Closes the VSAM files in CICS before the batch window.",
    "Sends CEMT SET FILE CLO commands through SDSF.",
  ),
  skill(
    "screen-cosgn00",
    "Sign-on screen of the card application.",
    "Asks user id and password, checks them in USRSEC, goes to the menu by user type.",
  ),
  skill(
    "copybook-cvact01y",
    "Layout of an account record, 300 bytes.",
    "Account id, status, balances, limits, dates, zip code and group id.",
  ),
  skill(
    "table-cardxref",
    "Cross reference from card number to customer and account.",
    "Alternate index by account id; read by the authorization program.",
  ),
  skill(
    "release-steps",
    "How a version is cut and published.",
    "Raise the number, write the changelog, tag the commit, push the package to the registry.",
  ),
  skill(
    "incident-runbook",
    "What to do when production is down.",
    "Page the person on call, open a bridge, roll back the last deploy, write down times.",
  ),
  skill(
    "database-migrations",
    "Adding or changing columns of the customer tables safely.",
    "Expand first, backfill in chunks, switch reads, contract later; never rename in one step.",
  ),
  skill(
    "test-data",
    "Making anonymous copies of real customers for tests.",
    "Names and tax numbers are replaced by generated ones with valid check digits.",
  ),
  skill(
    "code-review",
    "What we look for in a pull request.",
    "Small commits, tests that fail without the change, names, error messages that say the next move.",
  ),
  skill(
    "secrets-handling",
    "Where keys live and how they are rotated.",
    "Vault path per service, rotated each quarter, never in the repository or in chat.",
  ),
  skill(
    "performance-profiling",
    "Finding out why a service is slow.",
    "Take a flame graph under load, look at allocations, then at queries without an index.",
  ),
  skill(
    "api-versioning",
    "How endpoints of the public API change.",
    "A new field is optional, a removed one lives two releases, breaking changes get a new path.",
  ),
  skill(
    "frontend-forms",
    "Forms in the web client: checks, messages, focus.",
    "Validate on blur, say what is wrong beside the field, focus the first error on submit.",
  ),
  skill(
    "logging-guide",
    "What is written to the logs and at which level.",
    "One line a request, an id that goes through all services, no personal data.",
  ),
  skill(
    "feature-flags",
    "Turning things on for a part of the users.",
    "A flag has an owner and an end date; the old way is deleted when it is at a hundred percent.",
  ),
  skill(
    "payments-settlement",
    "How card payments are settled with the bank.",
    "A file a day by SFTP, totals compared with the ledger, differences go to a manual queue.",
  ),
  skill(
    "email-templates",
    "Texts that customers get by mail.",
    "Written in both languages, previewed with sample data, sent through the provider's queue.",
  ),
  skill(
    "backup-restore",
    "Copies of the data and how to bring them back.",
    "Full each night, log every five minutes; a restore is rehearsed every month.",
  ),
  skill(
    "local-setup",
    "Getting the project to run on a new laptop.",
    "Install the tools with the script, start the containers, seed the database, run the smoke test.",
  ),
  skill(
    "date-formats",
    "Century windows and dates in fixed records.",
    "Two-digit years below 50 belong to 2000; Julian dates are YYDDD.",
  ),
];

export const SKILL_QUESTIONS: readonly SearchQuestion[] = [
  { kind: "literal", query: "layout of the account record", answer: "copybook-cvact01y" },
  { kind: "literal", query: "nightly job posting transactions", answer: "job-posttran" },
  { kind: "literal", query: "CBTRN02C rejects", answer: "program-cbtrn02c" },
  { kind: "literal", query: "rotate keys vault", answer: "secrets-handling" },
  { kind: "literal", query: "sign-on screen", answer: "screen-cosgn00" },
  { kind: "literal", query: "flame graph slow service", answer: "performance-profiling" },
  { kind: "other words", query: "how do I ship a new build to customers", answer: "release-steps" },
  { kind: "other words", query: "the site is broken, whom do I call", answer: "incident-runbook" },
  { kind: "other words", query: "alter a table without downtime", answer: "database-migrations" },
  { kind: "other words", query: "fake people for testing without privacy problems", answer: "test-data" },
  { kind: "other words", query: "gradual rollout to some people", answer: "feature-flags" },
  { kind: "other words", query: "login dialog of the mainframe app", answer: "screen-cosgn00" },
  { kind: "other words", query: "two digit year ambiguity", answer: "date-formats" },
  { kind: "other words", query: "recover lost rows after a disk crash", answer: "backup-restore" },
  { kind: "portuguese", query: "como cortar e publicar uma versão", answer: "release-steps" },
  { kind: "portuguese", query: "cálculo de juros das contas no fim do mês", answer: "program-cointcal" },
  { kind: "portuguese", query: "preparar o ambiente em um computador novo", answer: "local-setup" },
  { kind: "portuguese", query: "fechar arquivos VSAM no CICS antes do batch", answer: "job-closefil" },
  { kind: "portuguese", query: "liquidação de pagamentos de cartão com o banco", answer: "payments-settlement" },
  { kind: "portuguese", query: "validação de formulários na web", answer: "frontend-forms" },
  { kind: "portuguese later", query: "onde ficam as senhas e como são trocadas", answer: "secrets-handling" },
  { kind: "portuguese later", query: "cópias de segurança do banco de dados", answer: "backup-restore" },
  { kind: "portuguese later", query: "nível e conteúdo dos logs", answer: "logging-guide" },
  { kind: "portuguese later", query: "o que fazer quando a produção cai", answer: "incident-runbook" },
  { kind: "portuguese later", query: "tela de entrada com usuário e senha", answer: "screen-cosgn00" },
  { kind: "portuguese later", query: "ativar uma funcionalidade para parte dos clientes", answer: "feature-flags" },
];

/** As sessions remember them: half of a person who writes English, some in Portuguese. */
export const NOTES: readonly string[] = [
  "Tests run with `make check`; `npm test` is empty on purpose.",
  "The staging database is read-only on Fridays.",
  "Ana owns the billing module; ask her before changing invoices.",
  "Commit messages are in English, comments in Portuguese.",
  "Do not touch files under legacy/; they are generated by the vendor.",
  "The tax rounding is half-even, because the auditor wants it.",
  "Use pnpm, not npm: the lock file of npm is ignored.",
  "Ports 8080 and 9090 are taken on the build machine.",
  "COBOL sources are in code page 037 and converted by the checkout hook.",
  "Releases happen on Tuesdays after the stand-up.",
  "The user prefers short answers without tables.",
  "Timezone of all jobs is America/Sao_Paulo, not UTC.",
  "Customer names must never appear in log lines.",
  "The old report generator stays until March, a bank still uses it.",
  "Flaky test: checkout.spec needs a retry on slow machines.",
  "Docker images are built by CI only; local builds have the wrong base.",
  "Os arquivos de retorno do banco chegam às seis da manhã.",
  "A senha do ambiente de homologação muda toda segunda-feira.",
  "O relatório de inadimplência é gerado pelo job INAD01.",
  "Não usar acentos em nomes de arquivos; o FTP do parceiro os perde.",
  "Chamados urgentes vão para o canal #plantao.",
  "A tabela de feriados é atualizada à mão em dezembro.",
  "O campo CPF é guardado sem pontuação.",
  "Revisões de código precisam de duas aprovações.",
];

export const NOTE_QUESTIONS: readonly SearchQuestion[] = [
  { kind: "literal", query: "staging database read-only", answer: "The staging database" },
  { kind: "literal", query: "which ports are taken", answer: "Ports 8080" },
  { kind: "literal", query: "tax rounding", answer: "The tax rounding" },
  { kind: "literal", query: "job INAD01", answer: "O relatório de inadimplência" },
  { kind: "literal", query: "pnpm lock file", answer: "Use pnpm" },
  { kind: "literal", query: "tabela de feriados", answer: "A tabela de feriados" },
  { kind: "other words", query: "how do I execute the test suite", answer: "Tests run with" },
  { kind: "other words", query: "who is responsible for invoicing", answer: "Ana owns" },
  { kind: "other words", query: "which encoding do mainframe programs have", answer: "COBOL sources" },
  { kind: "other words", query: "what day do we deploy", answer: "Releases happen" },
  { kind: "other words", query: "directory that must stay unmodified", answer: "Do not touch files" },
  { kind: "other words", query: "personal data in traces", answer: "Customer names" },
  { kind: "other words", query: "how verbose should replies be", answer: "The user prefers" },
  { kind: "other words", query: "unstable spec that fails now and then", answer: "Flaky test" },
  { kind: "portuguese", query: "como rodar os testes", answer: "Tests run with" },
  { kind: "portuguese", query: "fuso horário dos jobs", answer: "Timezone of all jobs" },
  { kind: "portuguese", query: "quantos revisores aprovam uma mudança", answer: "Revisões de código" },
  { kind: "portuguese", query: "quando chega o retorno bancário", answer: "Os arquivos de retorno" },
  { kind: "portuguese", query: "formato em que guardamos o cpf", answer: "O campo CPF" },
  { kind: "portuguese", query: "onde pedir socorro em emergências", answer: "Chamados urgentes" },
  { kind: "portuguese later", query: "em que dia saem as versões", answer: "Releases happen" },
  { kind: "portuguese later", query: "quem cuida das faturas", answer: "Ana owns" },
  { kind: "portuguese later", query: "quais portas estão ocupadas", answer: "Ports 8080" },
  { kind: "portuguese later", query: "nomes de clientes nos logs", answer: "Customer names" },
  { kind: "portuguese later", query: "a pasta que não se pode alterar", answer: "Do not touch files" },
  { kind: "portuguese later", query: "quem gera o relatório de inadimplência", answer: "O relatório de inadimplência" },
];

/** Answered by a page of our own manual. */
export const MANUAL_QUESTIONS: readonly SearchQuestion[] = [
  { kind: "literal", query: "undo changes of the last calls", answer: "docs/guide/undo.md" },
  { kind: "literal", query: "hooks events", answer: "docs/guide/hooks.md" },
  { kind: "literal", query: "batch worker redis queue", answer: "docs/guide/batch.md" },
  { kind: "literal", query: "telemetry collector OTLP", answer: "docs/guide/telemetry.md" },
  { kind: "literal", query: "plugins add remove", answer: "docs/guide/plugins.md" },
  { kind: "literal", query: "StackSpot login", answer: "docs/guide/models.md" },
  { kind: "other words", query: "roll back what the assistant did to my files", answer: "docs/guide/undo.md" },
  { kind: "other words", query: "work on an airplane without internet", answer: "docs/guide/without-a-model.md" },
  { kind: "other words", query: "process thousands of files with one recipe", answer: "docs/guide/batch.md" },
  { kind: "other words", query: "stop it from running dangerous commands", answer: "docs/guide/permissions.md" },
  { kind: "other words", query: "use it inside GitHub Actions", answer: "docs/guide/ci.md" },
  { kind: "other words", query: "conversation got too long for the model", answer: "docs/guide/context.md" },
  { kind: "other words", query: "watch a session in a web page", answer: "docs/guide/view.md" },
  { kind: "other words", query: "delegate to helpers with their own memory", answer: "docs/guide/agents.md" },
  { kind: "portuguese", query: "desfazer as últimas mudanças", answer: "docs/guide/undo.md" },
  { kind: "portuguese", query: "como instalar e desinstalar", answer: "docs/guide/install.md" },
  { kind: "portuguese", query: "configurações e qual delas vence", answer: "docs/guide/settings.md" },
  { kind: "portuguese", query: "permissões e regras do que é perguntado", answer: "docs/guide/permissions.md" },
  { kind: "portuguese", query: "usar modelos locais sem chave", answer: "docs/guide/models.md" },
  { kind: "portuguese", query: "planos que o motor executa em passos", answer: "docs/guide/plans.md" },
  { kind: "portuguese later", query: "acompanhar uma sessão no navegador", answer: "docs/guide/view.md" },
  { kind: "portuguese later", query: "criar um comando próprio", answer: "docs/guide/commands.md" },
  { kind: "portuguese later", query: "rodar em integração contínua", answer: "docs/guide/ci.md" },
  {
    kind: "portuguese later",
    query: "escrever documentos de um sistema com páginas verificadas",
    answer: "docs/guide/estate-documents.md",
  },
  { kind: "portuguese later", query: "ganchos executados em eventos", answer: "docs/guide/hooks.md" },
  { kind: "portuguese later", query: "quanto contexto o modelo recebe", answer: "docs/guide/context.md" },
];
