import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Language } from "@vscode/tree-sitter-wasm";
import { createTreeSitterFrontends } from "../src/adapters/code-index/tree-sitter.ts";
import { GRAMMARS } from "../src/engines/citadel/languages/tree-sitter/grammars.ts";
import { type Measurement, median } from "./measurement.ts";

const FILE_CHARACTERS = 30_000;
const FILES = 4;
const ROUNDS = 13;
const WARM_UP = 5;

/** Ordinary code: a class or its like with a few methods, calls on each other, a literal and a comment. N is a number. */
const UNITS: Readonly<Record<string, string>> = {
  typescript: `/** Account N of the ledger, kept open while it is posted to. */
export class AccountN extends Base<Entry> implements Postable {
  private readonly entries = new Map<string, Entry>();
  constructor(private readonly store: Store, readonly limit = N * 100) { super(store); }
  async post(entry: Entry, options: { readonly force?: boolean } = {}): Promise<Result> {
    if (!options.force && entry.amount > this.limit) return { kind: "refused", reason: \`over \${this.limit}\` };
    const balance = [...this.entries.values()].reduce((sum, one) => sum + one.amount, 0);
    this.entries.set(entry.id, { ...entry, balance });
    await this.store.save("account-N", this.summary());
    return { kind: "posted", balance };
  }
  summary(): string { return [...this.entries.keys()].map((key) => key.padEnd(8)).join(", "); }
}
export function openN(store: Store): AccountN { return new AccountN(store, limitOf("N")); }
`,
  python: `class AccountN(Base):
    """Account N of the ledger."""

    def __init__(self, store, limit=N * 100):
        super().__init__(store)
        self.entries = {}
        self.limit = limit

    def post(self, entry, force=False):
        if not force and entry.amount > self.limit:
            return {"kind": "refused", "reason": f"over {self.limit}"}
        balance = sum(one.amount for one in self.entries.values())
        self.entries[entry.id] = (entry, balance)
        self.store.save("account-N", self.summary())
        return {"kind": "posted", "balance": balance}

    def summary(self):
        return ", ".join(key.ljust(8) for key in self.entries)


def open_N(store):
    return AccountN(store, limit_of("N"))

`,
  java: `/** Account N of the ledger. */
final class AccountN extends Base<Entry> implements Postable {
  private final Map<String, Entry> entries = new HashMap<>();
  private final Store store;
  AccountN(Store store, int limit) { super(store); this.store = store; }
  public Result post(Entry entry, boolean force) throws StoreException {
    if (!force && entry.amount() > limit()) { return Result.refused("over " + limit()); }
    long balance = 0;
    for (Entry one : entries.values()) { balance += one.amount(); }
    entries.put(entry.id(), entry.with(balance));
    store.save("account-N", summary());
    return Result.posted(balance);
  }
  int limit() { return N * 100; }
  private String summary() { return entries.keySet().stream().map(key -> key.trim()).collect(Collectors.joining(", ")); }
}
`,
  go: `// AccountN is account N of the ledger.
type AccountN struct {
	Base
	entries map[string]Entry
	store   *Store
	limit   int
}

func (a *AccountN) Post(entry Entry, force bool) (Result, error) {
	if !force && entry.Amount > a.limit {
		return Refused(fmt.Sprintf("over %d", a.limit)), nil
	}
	balance := 0
	for _, one := range a.entries {
		balance += one.Amount
	}
	a.entries[entry.ID] = entry
	if err := a.store.Save("account-N", a.summary()); err != nil {
		return Result{}, fmt.Errorf("save: %w", err)
	}
	return Posted(balance), nil
}

func (a *AccountN) summary() string { return strings.Join(keysOf(a.entries), ", ") }

`,
  cpp: `/* Account N of the ledger. */
class AccountN : public Base<Entry>, private Postable {
 public:
  explicit AccountN(Store *store, int limit = N * 100) : Base(store), limit_(limit) {}
  Result post(const Entry &entry, bool force) {
    if (!force && entry.amount > limit_) { return refuse("over limit", limit_); }
    long balance = 0;
    for (const auto &one : entries_) { balance += one.second.amount; }
    entries_[entry.id] = entry;
    store_->save("account-N", summary());
    return posted(balance);
  }
  std::string summary() const;
 private:
  std::map<std::string, Entry> entries_;
  int limit_;
};
std::string AccountN::summary() const { return join(entries_.begin(), entries_.end(), ", "); }
`,
  c: `/* Account N of the ledger. */
struct account_N { struct entry *entries; int count; int limit; };
static int limit_N(const struct account_N *account) { return account->limit * N; }
int post_N(struct account_N *account, const struct entry *entry, int force) {
  int balance = 0;
  if (!force && entry->amount > limit_N(account)) { return refuse("over limit", account->limit); }
  for (int index = 0; index < account->count; index++) { balance += account->entries[index].amount; }
  memcpy(&account->entries[account->count++], entry, sizeof(*entry));
  return store_save("account-N", balance);
}
`,
  csharp: `/// <summary>Account N of the ledger.</summary>
public sealed class AccountN : Base<Entry>, IPostable {
  private readonly Dictionary<string, Entry> entries = new();
  private readonly Store store;
  public AccountN(Store store, int limit = N * 100) : base(store) { this.store = store; Limit = limit; }
  public int Limit { get; }
  public Result Post(Entry entry, bool force) {
    if (!force && entry.Amount > Limit) { return Result.Refused($"over {Limit}"); }
    var balance = entries.Values.Sum(one => one.Amount);
    entries[entry.Id] = entry.With(balance);
    store.Save("account-N", Summary());
    return Result.Posted(balance);
  }
  private string Summary() { return string.Join(", ", entries.Keys.Select(key => key.Trim())); }
}
`,
  rust: `/// Account N of the ledger.
pub struct AccountN { entries: HashMap<String, Entry>, store: Store, limit: i64 }
impl Postable for AccountN {
    fn post(&mut self, entry: Entry, force: bool) -> Result<Posted, Refused> {
        if !force && entry.amount > self.limit { return Err(Refused::new(format!("over {}", self.limit))); }
        let balance: i64 = self.entries.values().map(|one| one.amount).sum();
        self.entries.insert(entry.id.clone(), entry);
        self.store.save("account-N", &self.summary())?;
        Ok(Posted { balance })
    }
}
impl AccountN {
    fn summary(&self) -> String { self.entries.keys().cloned().collect::<Vec<_>>().join(", ") }
}
pub fn open_N(store: Store) -> AccountN { AccountN { entries: HashMap::new(), store, limit: limit_of("N") } }
`,
  ruby: `# Account N of the ledger.
class AccountN < Base
  include Postable
  attr_reader :limit

  def initialize(store, limit = N * 100)
    super(store)
    @entries = {}
    @limit = limit
  end

  def post(entry, force: false)
    return Result.refused("over #{limit}") if !force && entry.amount > limit
    balance = @entries.values.sum { |one| one.amount }
    @entries[entry.id] = entry.with(balance)
    @store.save("account-N", summary())
    Result.posted(balance)
  end

  def summary
    @entries.keys.map { |key| key.ljust(8) }.join(", ")
  end
end

`,
  php: `/** Account N of the ledger. */
final class AccountN extends Base implements Postable {
  private array $entries = [];
  public function __construct(private Store $store, private int $limit = N * 100) { parent::__construct($store); }
  public function post(Entry $entry, bool $force = false): Result {
    if (!$force && $entry->amount > $this->limit) { return Result::refused("over {$this->limit}"); }
    $balance = array_sum(array_map(fn ($one) => $one->amount, $this->entries));
    $this->entries[$entry->id] = $entry->with($balance);
    $this->store->save("account-N", $this->summary());
    return Result::posted($balance);
  }
  private function summary(): string { return implode(", ", array_keys($this->entries)); }
}
`,
  bash: `# Posts to account N.
post_N() {
  local entry="$1" limit=$((N * 100))
  if [ "$(amount_of "$entry")" -gt "$limit" ]; then
    log "over $limit"
    return 1
  fi
  for one in "\${entries[@]}"; do
    balance=$((balance + $(amount_of "$one")))
  done
  save "account-N" "$(summary "$balance")" | tee -a "$LOG"
}
`,
};
const SAME: Readonly<Record<string, string>> = { tsx: "typescript", javascript: "javascript" };
const JAVASCRIPT = (UNITS["typescript"] ?? "")
  .replace(
    / implements Postable|<Entry>|<string, Entry>|private readonly |readonly |: (?:Promise<Result>|Entry|Store|string|AccountN)(?=[ ,)=;{])/g,
    "",
  )
  .replace("options: { force?: boolean } = {}", "options = {}");

function textOf(language: string, file: number): string {
  const unit = language === "javascript" ? JAVASCRIPT : (UNITS[SAME[language] ?? language] ?? "");
  let text = language === "php" ? "<?php\n" : language === "go" ? "package ledger\n" : "";
  for (let count = 1; text.length < FILE_CHARACTERS; count++) text += unit.replaceAll("N", String(file * 1000 + count));
  return text;
}

/** What the facts of a file cost beside the bare parser, which only builds and frees its tree. */
export async function bench(): Promise<readonly Measurement[]> {
  const runtime = (
    (await import("@vscode/tree-sitter-wasm")) as unknown as { default: typeof import("@vscode/tree-sitter-wasm") }
  ).default;
  const folder = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"));
  const frontends = await createTreeSitterFrontends();
  const results: Measurement[] = [];
  for (const [index, frontend] of frontends.entries()) {
    const { language } = frontend;
    const grammar = await runtime.Language.load(
      readFileSync(join(folder, `tree-sitter-${GRAMMARS[index]?.grammar}.wasm`)),
    );
    const files = Array.from({ length: FILES }, (_, file) => ({
      path: `src/ledger-${file}.x`,
      text: textOf(language, file),
    }));
    const problems = files.flatMap((file) => frontend.parse(file, { find: () => undefined }).problems);
    if (problems.length > 0) throw new Error(`the ${language} sample does not parse: ${problems[0]?.message}`);
    const bare = bareParser(runtime, grammar);
    const times = Array.from({ length: ROUNDS }, () => ({
      bare: cpuMs(() => {
        for (const { text } of files) bare(text);
      }),
      full: cpuMs(() => {
        for (const file of files) frontend.parse(file, { find: () => undefined });
      }),
    })).slice(WARM_UP);
    const parser = median(times.map((time) => time.bare));
    const full = median(times.map((time) => time.full));
    const lines = files.reduce((sum, { text }) => sum + text.split("\n").length, 0);
    results.push(
      {
        name: `tree-sitter: ${language}, facts over the bare parser`,
        value: full / parser,
        unit: "×",
        target: "<= 1.5",
      },
      { name: `tree-sitter: ${language}, facts`, value: Math.round(lines / (full / 1000)), unit: "lines/s" },
    );
  }
  return results;
}

function bareParser(runtime: typeof import("@vscode/tree-sitter-wasm"), grammar: Language): (text: string) => void {
  const parser = new runtime.Parser().setLanguage(grammar);
  return (text) => parser.parse(text)?.delete();
}

/** Time on the processor, so that what else the machine does weighs less. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

if (process.argv[1] === import.meta.filename)
  for (const { name, value, unit, target } of await bench())
    console.log(`${name}: ${Math.round(value * 100) / 100} ${unit}${target === undefined ? "" : ` (${target})`}`);
