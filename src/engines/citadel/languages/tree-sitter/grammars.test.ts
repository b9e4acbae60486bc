import { beforeAll, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../../frontend.ts";
import { buildGraph } from "../../graph/build-graph.ts";
import type { FileFacts } from "../../model.ts";

let frontends: readonly LanguageFrontend[] = [];
beforeAll(async () => {
  frontends = await createTreeSitterFrontends();
});

/** Facts as lines: `kind key start-end`, then `line kind from -> name` with what the file alone shows of the target. */
function listing(facts: FileFacts): string[] {
  const { symbols, problems, path } = facts;
  const bare = (id: string): string => id.slice(path.length + 1);
  return [
    ...problems.map(({ line, message }) => `! ${line} ${message}`),
    ...symbols.slice(1).map(({ kind, key, start, end }) => `${kind} ${key} ${start}-${end}`),
    ...buildGraph([{ facts, sha256: "" }]).edges.map(({ line, kind, from, name, to, resolved }) => {
      const how = to?.startsWith(`${path}#`)
        ? `= ${bare(to)}${resolved === "exact" ? "" : ` (${resolved})`}`
        : resolved;
      return `${line} ${kind} ${bare(from)} -> ${name} ${how}`;
    }),
  ];
}

function read(language: string, text: string): string[] {
  const frontend = frontends.find((one) => one.language === language);
  if (!frontend) throw new Error(`no ${language}`);
  return listing(frontend.parse({ path: `src/sample${frontend.extensions[0]}`, text }, { find: () => undefined }));
}

test("TypeScript: classes, signatures, functions held by names, imports and inheritance", () => {
  const text = `import start, { callProgram as run } from "./gateway.ts";
import * as path from "node:path";
export { helper } from "./helpers";
export abstract class Client<T> extends Base<T> implements Reader, io.Writer {
  private load = () => 1;
  open(): void {
    this.load();
    super.open();
    this.flush?.();
    run(path.join("a", "b"));
  }
  abstract flush(): void;
}
interface Reader extends Source { read(): string }
namespace Tools { export function trim() {} }
export function pick(value: string): string;
export function pick(value: number): string;
export function pick(value: unknown) {
  return String(value);
}
const total = async function (client: Client<string>) {
  await client.open();
  Tools.trim();
  new Client();
  start().then((x) => pick(x));
};
`;
  expect(read("typescript", text)).toMatchInlineSnapshot(`
    [
      "class Client 4-13",
      "method Client.load 5-5",
      "method Client.open 6-11",
      "method Client.flush 12-12",
      "class Reader 14-14",
      "method Reader.read 14-14",
      "module Tools 15-15",
      "function Tools.trim 15-15",
      "function pick 18-20",
      "function total 21-26",
      "1 imports (module) -> gateway unresolved",
      "2 imports (module) -> node:path external",
      "3 imports (module) -> helpers unresolved",
      "4 inherits Client -> Base unresolved",
      "4 inherits Client -> Reader = Reader",
      "4 inherits Client -> Writer unresolved",
      "7 calls Client.open -> load = Client.load",
      "8 calls Client.open -> open external",
      "9 calls Client.open -> flush = Client.flush",
      "10 calls Client.open -> run unresolved",
      "10 calls Client.open -> join external",
      "14 inherits Reader -> Source external",
      "19 calls pick -> String external",
      "22 calls total -> open = Client.open",
      "23 calls total -> trim = Tools.trim",
      "24 calls total -> Client = Client",
      "25 calls total -> then unresolved",
      "25 calls total -> start unresolved",
      "25 calls total -> pick = pick",
    ]
  `);
});

test("TSX: components call what their attributes call", () => {
  const text = `export const Panel = ({ load }: Props) => <button onClick={() => save(load())}>x</button>;
function save(value: string) {}
`;
  expect(read("tsx", text)).toMatchInlineSnapshot(`
    [
      "function Panel 1-1",
      "function save 2-2",
      "1 calls Panel -> save = save",
      "1 calls Panel -> load external",
    ]
  `);
});

test("JavaScript: required modules, functions put on objects, private methods", () => {
  const text = `const { read, write: put } = require("./files");
const fs = require("fs");
class Box extends Thing { #open() {} static make = () => new Box(); use() { this.#open(); } }
module.exports.start = function () { put(fs.readFileSync("x")); };
Box.prototype.late = () => read();
import("./lazy.js");
`;
  expect(read("javascript", text)).toMatchInlineSnapshot(`
    [
      "class Box 3-3",
      "method Box.#open 3-3",
      "method Box.make 3-3",
      "method Box.use 3-3",
      "function start 4-4",
      "function late 5-5",
      "1 imports (module) -> files unresolved",
      "2 imports (module) -> fs external",
      "3 inherits Box -> Thing external",
      "3 calls Box.make -> Box = Box",
      "3 calls Box.use -> #open = Box.#open",
      "4 calls start -> put unresolved",
      "4 calls start -> readFileSync external",
      "5 calls late -> read unresolved",
      "6 imports (module) -> lazy unresolved",
    ]
  `);
});

test("Python: decorated, nested and inherited, with relative imports", () => {
  const text = `import bank.ledger as ledger, os
from .store import Store as Shop, load
from . import tools

@cached
def total(shop: Shop):
    shop.open()
    ledger.post(os.getcwd())
    load()
    tools.trim()
    def inner():
        return inner()
    return inner()

class Account(Base, metaclass=Meta):
    def open(self):
        super().open()
        self.check()

    def check(self): pass

add = lambda a, b: a + b
`;
  expect(read("python", text)).toMatchInlineSnapshot(`
    [
      "function total 6-13",
      "function total.inner 11-12",
      "class Account 15-20",
      "method Account.open 16-18",
      "method Account.check 20-20",
      "function add 22-22",
      "1 imports (module) -> ledger unresolved",
      "1 imports (module) -> os external",
      "2 imports (module) -> store unresolved",
      "3 imports (module) -> tools unresolved",
      "7 calls total -> open = Account.open (by-name)",
      "8 calls total -> post external",
      "8 calls total -> getcwd external",
      "9 calls total -> load unresolved",
      "10 calls total -> trim unresolved",
      "12 calls total.inner -> inner = total.inner",
      "13 calls total -> inner = total.inner",
      "15 inherits Account -> Base unresolved",
      "17 calls Account.open -> open = Account.open (by-name)",
      "17 calls Account.open -> super external",
      "18 calls Account.open -> check = Account.check",
    ]
  `);
});

test("Java: nested types, constructors, static imports and calls without this", () => {
  const text = `package bank;
import java.util.List;
import static bank.core.Tools.trim;
import bank.core.Gateway;
public class Service<T> extends Base<T> implements Runner, Closer {
  private Gateway gateway;
  Service() { super(); }
  @Override
  public void run() {
    check();
    this.check();
    gateway.open(trim("x"));
    new Service<String>();
    List.of();
  }
  private void check() {}
  interface Step extends One, Two { void go(); }
  enum Color implements Named { RED; void paint() {} }
  record Pair(int a) implements Named {}
}
`;
  expect(read("java", text)).toMatchInlineSnapshot(`
    [
      "class Service 5-20",
      "method Service.Service 7-7",
      "method Service.run 8-15",
      "method Service.check 16-16",
      "class Service.Step 17-17",
      "method Service.Step.go 17-17",
      "class Service.Color 18-18",
      "method Service.Color.paint 18-18",
      "class Service.Pair 19-19",
      "2 imports (module) -> java.util.List external",
      "3 imports (module) -> Tools unresolved",
      "4 imports (module) -> Gateway unresolved",
      "5 inherits Service -> Base external",
      "5 inherits Service -> Runner external",
      "5 inherits Service -> Closer external",
      "7 calls Service.Service -> super external",
      "10 calls Service.run -> check = Service.check",
      "11 calls Service.run -> check = Service.check",
      "12 calls Service.run -> open external",
      "12 calls Service.run -> trim external",
      "13 calls Service.run -> Service = Service",
      "14 calls Service.run -> of external",
      "17 inherits Service.Step -> One external",
      "17 inherits Service.Step -> Two external",
      "18 inherits Service.Color -> Named external",
      "19 inherits Service.Pair -> Named external",
    ]
  `);
});

test("Go: methods belong to their receivers, embedded types are inherited", () => {
  const text = `package bank

import (
	"fmt"
	store "example.com/bank/store"
)

type Account struct {
	Base
	client *Client
}
type Opener interface {
	Open() error
	Closer
}

func (a *Account) Open() error {
	fmt.Println("x")
	a.check()
	store.Load()
	return nil
}
func (a Account) check() {}
func New(account *Account) { account.Open(); helper() }
`;
  expect(read("go", text)).toMatchInlineSnapshot(`
    [
      "class Account 8-11",
      "class Opener 12-15",
      "method Opener.Open 13-13",
      "method Account.Open 17-22",
      "method Account.check 23-23",
      "function New 24-24",
      "4 imports (module) -> fmt external",
      "5 imports (module) -> example.com/bank/store external",
      "9 inherits Account -> Base external",
      "14 inherits Opener -> Closer external",
      "18 calls Account.Open -> Println external",
      "19 calls Account.Open -> check = Account.check",
      "20 calls Account.Open -> Load external",
      "24 calls New -> Open = Account.Open",
      "24 calls New -> helper unresolved",
    ]
  `);
});

test("C: the C++ grammar reads functions, structs and typedefs", () => {
  const text = `#include "account.h"
#include <stdio.h>
typedef struct { int id; } ACCOUNT;
typedef struct node { int v; } NODE;
extern int other(char *name);
static int helper(int x);
int main(void) {
  printf("%d", helper(1));
  return other("x");
}
static int helper(int x) {
  return x;
}
`;
  expect(read("c", text)).toMatchInlineSnapshot(`
    [
      "class ACCOUNT 3-3",
      "class node 4-4",
      "function main 7-10",
      "function helper 11-13",
      "1 imports (module) -> account unresolved",
      "2 imports (module) -> stdio.h external",
      "8 calls main -> printf external",
      "8 calls main -> helper = helper",
      "9 calls main -> other external",
    ]
  `);
});

test("C++: methods inside and outside their class, operators, templates, namespaces", () => {
  const text = `#include "core/base.hpp"
namespace bank {
class Account : public Base, private Holder<int> {
 public:
  void open() override { this->check(); log(); }
  void check();
};
}
void bank::Account::check() { base->go(); new Account(); }
template <class T> T first(T a) { return second<T>(a); }
bool operator==(Account a, Account b) { return true; }
static char *name(int x) { auto f = [](int y) { return y; }; f(x); return 0; }
`;
  expect(read("cpp", text)).toMatchInlineSnapshot(`
    [
      "module bank 2-8",
      "class bank.Account 3-7",
      "method bank.Account.open 5-5",
      "method bank.Account.check 9-9",
      "function first 10-10",
      "function operator== 11-11",
      "function name 12-12",
      "function name.f 12-12",
      "1 imports (module) -> base unresolved",
      "3 inherits bank.Account -> Base unresolved",
      "3 inherits bank.Account -> Holder unresolved",
      "5 calls bank.Account.open -> check = bank.Account.check",
      "5 calls bank.Account.open -> log unresolved",
      "9 calls bank.Account.check -> go unresolved",
      "9 calls bank.Account.check -> Account = bank.Account",
      "10 calls first -> second unresolved",
      "12 calls name -> f = name.f",
    ]
  `);
});

test("C#: namespaces, properties, local functions and base lists", () => {
  const text = `using System;
using Core = Bank.Core.Engine;
namespace Bank.Web {
  public class Service<T> : Base<T>, IRunner {
    public Service() : base(1) {}
    public int Count { get { return Compute(); } }
    public void Run(Client client) {
      client.Open();
      Compute();
      base.Run();
      void Local() {}
      Local();
      Console.WriteLine("x");
    }
    int Compute() => 1;
  }
  interface IRunner : IDisposable { void Run(); }
}
`;
  expect(read("csharp", text)).toMatchInlineSnapshot(`
    [
      "module Web 3-18",
      "class Web.Service 4-16",
      "method Web.Service.Service 5-5",
      "method Web.Service.Count 6-6",
      "method Web.Service.Run 7-14",
      "function Web.Service.Run.Local 11-11",
      "method Web.Service.Compute 15-15",
      "class Web.IRunner 17-17",
      "method Web.IRunner.Run 17-17",
      "1 imports (module) -> System external",
      "2 imports (module) -> Engine unresolved",
      "4 inherits Web.Service -> Base unresolved",
      "4 inherits Web.Service -> IRunner = Web.IRunner",
      "6 calls Web.Service.Count -> Compute = Web.Service.Compute",
      "8 calls Web.Service.Run -> Open external",
      "9 calls Web.Service.Run -> Compute = Web.Service.Compute",
      "10 calls Web.Service.Run -> Run = Web.IRunner.Run",
      "12 calls Web.Service.Run -> Local = Web.Service.Run.Local",
      "13 calls Web.Service.Run -> WriteLine external",
      "17 inherits Web.IRunner -> IDisposable external",
    ]
  `);
});

test("Rust: impl blocks give a type its methods, traits are inherited", () => {
  const text = `use crate::store::{load, Store as Shop};
use std::collections::HashMap;
mod ledger;
pub struct Account { id: u32 }
pub trait Open: Named { fn open(&self); }
impl Open for Account {
    fn open(&self) {
        self.check();
        Self::make();
        load(Shop::new());
        println!("x");
    }
}
impl Account {
    fn check(&self) {}
    fn make() -> Account { helper() }
}
impl Foreign { fn extra(&self) {} }
mod inner { pub fn go() {} }
fn helper() -> Account { inner::go(); todo!() }
`;
  expect(read("rust", text)).toMatchInlineSnapshot(`
    [
      "class Account 4-4",
      "class Open 5-5",
      "method Open.open 5-5",
      "method Account.open 7-12",
      "method Account.check 15-15",
      "method Account.make 16-16",
      "class Foreign 18-18",
      "method Foreign.extra 18-18",
      "module inner 19-19",
      "function inner.go 19-19",
      "function helper 20-20",
      "1 imports (module) -> load unresolved",
      "1 imports (module) -> Store unresolved",
      "2 imports (module) -> std::collections::HashMap external",
      "3 imports (module) -> ledger unresolved",
      "5 inherits Open -> Named unresolved",
      "6 inherits Account -> Open = Open",
      "8 calls Account.open -> check = Account.check",
      "9 calls Account.open -> make = Account.make",
      "10 calls Account.open -> load unresolved",
      "10 calls Account.open -> new unresolved",
      "11 calls Account.open -> println external",
      "16 calls Account.make -> helper = helper",
      "20 calls helper -> go = inner.go",
      "20 calls helper -> todo external",
    ]
  `);
});

test("Ruby: modules, mix-ins, singleton methods and objects made by new", () => {
  const text = `require "json"
require_relative "store"
module Bank
  class Account < Core::Base
    include Named
    def open(x) = check(x)
    def self.make; new; Account.new(1); end
    def check(x)
      self.open(x)
    end
  end
end
def run
  Bank.start
end
`;
  expect(read("ruby", text)).toMatchInlineSnapshot(`
    [
      "class Bank 3-12",
      "class Bank.Account 4-11",
      "method Bank.Account.open 6-6",
      "method Bank.Account.make 7-7",
      "method Bank.Account.check 8-10",
      "function run 13-15",
      "1 imports (module) -> json external",
      "2 imports (module) -> store unresolved",
      "5 inherits Bank.Account -> Named unresolved",
      "6 calls Bank.Account.open -> check = Bank.Account.check",
      "7 calls Bank.Account.make -> Account = Bank.Account",
      "9 calls Bank.Account.check -> open = Bank.Account.open",
      "14 calls run -> start unresolved",
    ]
  `);
});

test("PHP: traits, static calls, imports and included files", () => {
  const text = `<?php
namespace Bank\\Web;
use Bank\\Core\\Engine as Motor;
use Bank\\Model\\{Account, Card};
require_once __DIR__ . '/helpers.php';
class Service extends Base implements Runner {
  use Logging;
  public function run(Account $account) {
    $this->check();
    $account->open();
    self::make();
    parent::run(1);
    Motor::start();
    return new Card(strlen("x"));
  }
  private function check() {}
  static function make() {}
}
function helper() { helper(); }
`;
  expect(read("php", text)).toMatchInlineSnapshot(`
    [
      "class Service 6-18",
      "method Service.run 8-15",
      "method Service.check 16-16",
      "method Service.make 17-17",
      "function helper 19-19",
      "3 imports (module) -> Engine unresolved",
      "4 imports (module) -> Account unresolved",
      "4 imports (module) -> Card unresolved",
      "5 imports (module) -> helpers unresolved",
      "6 inherits Service -> Base unresolved",
      "6 inherits Service -> Runner unresolved",
      "7 inherits Service -> Logging unresolved",
      "9 calls Service.run -> check = Service.check",
      "10 calls Service.run -> open unresolved",
      "11 calls Service.run -> make = Service.make",
      "12 calls Service.run -> run unresolved",
      "13 calls Service.run -> start unresolved",
      "14 calls Service.run -> Card unresolved",
      "14 calls Service.run -> strlen external",
      "19 calls helper -> helper = helper",
    ]
  `);
});

test("Bash: functions in both forms, commands and sourced files", () => {
  const text = `#!/bin/bash
source ./common.sh
. "$DIR/more.sh"
load() { fetch "$1" | sort; }
function main {
  load x
  echo "$(load y)"
}
main
`;
  expect(read("bash", text)).toMatchInlineSnapshot(`
    [
      "function load 4-4",
      "function main 5-8",
      "2 imports (module) -> common unresolved",
      "3 imports (module) -> more unresolved",
      "4 calls load -> fetch unresolved",
      "4 calls load -> sort external",
      "6 calls main -> load = load",
      "7 calls main -> echo external",
      "7 calls main -> load = load",
      "9 calls (module) -> main = main",
    ]
  `);
});
