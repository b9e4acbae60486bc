import { beforeAll, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";

let frontends: readonly LanguageFrontend[] = [];
beforeAll(async () => {
  frontends = await createTreeSitterFrontends();
});

/** Facts as lines: `kind key start-end`, then `line kind from -> name` with what is known of the target. */
function listing({ symbols, references, problems }: FileFacts): string[] {
  return [
    ...problems.map(({ line, message }) => `! ${line} ${message}`),
    ...symbols.slice(1).map(({ kind, key, start, end }) => `${kind} ${key} ${start}-${end}`),
    ...references.map(({ line, kind, from, name, to, resolved, targets }) => {
      const how = to !== undefined ? `= ${to}` : (resolved ?? `? ${targets.join(" or ")}`);
      return `${line} ${kind} ${from} -> ${name} ${how}`;
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
      "1 imports (module) -> gateway ? module",
      "2 imports (module) -> node:path external",
      "3 imports (module) -> helpers ? module",
      "4 inherits Client -> Base ? class or module",
      "4 inherits Client -> Reader = Reader",
      "4 inherits Client -> Writer ? class or module",
      "7 calls Client.open -> load = Client.load",
      "8 calls Client.open -> open ? method or function",
      "9 calls Client.open -> flush = Client.flush",
      "10 calls Client.open -> callProgram ? function or class",
      "10 calls Client.open -> join external",
      "14 inherits Reader -> Source ? class or module",
      "19 calls pick -> String external",
      "22 calls total -> open = Client.open",
      "23 calls total -> trim = Tools.trim",
      "24 calls total -> Client = Client",
      "25 calls total -> then unresolved",
      "25 calls total -> start ? function or class",
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
      "1 calls Panel -> load ? function or class",
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
      "1 imports (module) -> files ? module",
      "2 imports (module) -> fs external",
      "3 inherits Box -> Thing ? class or module",
      "3 calls Box.make -> Box = Box",
      "3 calls Box.use -> #open = Box.#open",
      "4 calls start -> write ? function or class",
      "4 calls start -> readFileSync external",
      "5 calls late -> read ? function or class",
      "6 imports (module) -> lazy ? module",
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
      "1 imports (module) -> ledger ? module",
      "1 imports (module) -> os external",
      "2 imports (module) -> store ? module",
      "3 imports (module) -> tools ? module",
      "7 calls total -> open ? method or function",
      "8 calls total -> post ? function or class or method",
      "8 calls total -> getcwd external",
      "9 calls total -> load ? function or class",
      "10 calls total -> trim ? function or class or method",
      "12 calls total.inner -> inner = total.inner",
      "13 calls total -> inner = total.inner",
      "15 inherits Account -> Base ? class or module",
      "17 calls Account.open -> open ? method or function",
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
      "3 imports (module) -> Tools ? class or module",
      "4 imports (module) -> Gateway ? class or module",
      "5 inherits Service -> Base ? class or module",
      "5 inherits Service -> Runner ? class or module",
      "5 inherits Service -> Closer ? class or module",
      "7 calls Service.Service -> Base ? class",
      "10 calls Service.run -> check = Service.check",
      "11 calls Service.run -> check = Service.check",
      "12 calls Service.run -> open ? method or function",
      "12 calls Service.run -> trim ? function or class",
      "13 calls Service.run -> Service = Service",
      "14 calls Service.run -> of external",
      "17 inherits Service.Step -> One ? class or module",
      "17 inherits Service.Step -> Two ? class or module",
      "18 inherits Service.Color -> Named ? class or module",
      "19 inherits Service.Pair -> Named ? class or module",
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
      "9 inherits Account -> Base ? class or module",
      "14 inherits Opener -> Closer ? class or module",
      "18 calls Account.Open -> Println external",
      "19 calls Account.Open -> check = Account.check",
      "20 calls Account.Open -> Load external",
      "24 calls New -> Open = Account.Open",
      "24 calls New -> helper ? function or class",
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
      "1 imports (module) -> account ? module",
      "2 imports (module) -> stdio.h external",
      "8 calls main -> printf external",
      "8 calls main -> helper = helper",
      "9 calls main -> other ? function or class",
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
      "1 imports (module) -> base ? module",
      "3 inherits bank.Account -> Base ? class or module",
      "3 inherits bank.Account -> Holder ? class or module",
      "5 calls bank.Account.open -> check = bank.Account.check",
      "5 calls bank.Account.open -> log ? method or function or class",
      "9 calls bank.Account.check -> go ? method or function",
      "9 calls bank.Account.check -> Account = bank.Account",
      "10 calls first -> second ? function or class",
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
      "2 imports (module) -> Engine ? module or class",
      "4 inherits Web.Service -> Base ? class or module",
      "4 inherits Web.Service -> IRunner = Web.IRunner",
      "6 calls Web.Service.Count -> Compute = Web.Service.Compute",
      "8 calls Web.Service.Run -> Open ? method or function",
      "9 calls Web.Service.Run -> Compute = Web.Service.Compute",
      "10 calls Web.Service.Run -> Run ? method or function",
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
      "1 imports (module) -> load ? class or function or module",
      "1 imports (module) -> Store ? class or function or module",
      "2 imports (module) -> std::collections::HashMap external",
      "3 imports (module) -> ledger ? module",
      "5 inherits Open -> Named ? class or module",
      "6 inherits Account -> Open = Open",
      "8 calls Account.open -> check = Account.check",
      "9 calls Account.open -> make = Account.make",
      "10 calls Account.open -> load ? function or class",
      "10 calls Account.open -> new ? method or function",
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
      "2 imports (module) -> store ? module",
      "5 inherits Bank.Account -> Named ? class or module",
      "6 calls Bank.Account.open -> check = Bank.Account.check",
      "7 calls Bank.Account.make -> Account = Bank.Account",
      "9 calls Bank.Account.check -> open = Bank.Account.open",
      "14 calls run -> start ? method or function",
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
      "3 imports (module) -> Engine ? class or module",
      "4 imports (module) -> Account ? class or module",
      "4 imports (module) -> Card ? class or module",
      "5 imports (module) -> helpers ? module",
      "6 inherits Service -> Base ? class or module",
      "6 inherits Service -> Runner ? class or module",
      "7 inherits Service -> Logging ? class or module",
      "9 calls Service.run -> check = Service.check",
      "10 calls Service.run -> open ? method or function",
      "11 calls Service.run -> make = Service.make",
      "12 calls Service.run -> run ? method or function",
      "13 calls Service.run -> start ? method or function",
      "14 calls Service.run -> Card ? function or class",
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
      "2 imports (module) -> common ? module",
      "3 imports (module) -> more ? module",
      "4 calls load -> fetch ? function or class",
      "4 calls load -> sort external",
      "6 calls main -> load = load",
      "7 calls main -> echo external",
      "7 calls main -> load = load",
      "9 calls (module) -> main = main",
    ]
  `);
});
