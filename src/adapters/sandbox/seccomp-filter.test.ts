import { expect, test } from "vitest";
import { seccompFilter } from "./seccomp-filter.ts";

const X64 = 0xc000003e;
const ARM64 = 0xc00000b7;
const ALLOWED = "allowed";

/** Runs the filter as the kernel would: the loads, jumps and returns of classic BPF that it uses. */
function verdict(
  filter: Buffer,
  call: { number: number; machine: number; first?: number; second?: number; third?: number; fourth?: number },
): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.machine, 4);
  data.writeUInt32LE(call.first ?? 0, 16);
  data.writeUInt32LE(call.second ?? 0, 24);
  data.writeUInt32LE(call.third ?? 0, 32);
  data.writeUInt32LE(call.fourth ?? 0, 40);
  let word = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    const jump = (isTrue: boolean): number => 8 * filter.readUInt8(at + (isTrue ? 2 : 3));
    if (code === 0x20) word = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(word === value);
    else if (code === 0x35) at += jump(word >= value);
    else if (code === 0x45) at += jump((word & value) !== 0);
    else if (code === 0x06) return value === 0x7fff0000 ? ALLOWED : `error ${value & 0xffff}`;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the filter has no end");
}

function filterOf(
  machine: string,
  openings = { internet: true, unix: true, sharedMemory: true, setGroup: false },
): Buffer {
  const filter = seccompFilter(machine, openings);
  if (filter === undefined) throw new Error("no filter");
  return filter;
}

test("ordinary calls pass, calls that reach the kernel's machinery do not, by each machine's numbers", () => {
  const x64 = filterOf("x64");
  const arm64 = filterOf("arm64");
  const PTRACE = { x64: 101, arm64: 117 };
  const READ = { x64: 0, arm64: 63 };
  expect(verdict(x64, { number: READ.x64, machine: X64 })).toBe(ALLOWED);
  expect(verdict(arm64, { number: READ.arm64, machine: ARM64 })).toBe(ALLOWED);
  expect(verdict(x64, { number: PTRACE.x64, machine: X64 })).toBe("error 1");
  expect(verdict(arm64, { number: PTRACE.arm64, machine: ARM64 })).toBe("error 1");
  // io_uring and clone3 look as on an older kernel: libraries then take the way that can be watched.
  for (const number of [425, 435]) expect(verdict(x64, { number, machine: X64 })).toBe("error 38");
});

test("the tables of other machines are no way around", () => {
  expect(verdict(filterOf("x64"), { number: 26, machine: 0x40000003 })).toBe("error 38");
  expect(verdict(filterOf("x64"), { number: 0x40000000 + 521, machine: X64 })).toBe("error 38");
  expect(seccompFilter("mips", { internet: true, unix: true, sharedMemory: true, setGroup: false })).toBeUndefined();
});

test("typing into a terminal, new namespaces and rare sockets are refused by their arguments", () => {
  const filter = filterOf("x64");
  const ioctl = (second: number): string => verdict(filter, { number: 16, machine: X64, second });
  expect([ioctl(0x5401), ioctl(0x5412), ioctl(0x541c)]).toEqual([ALLOWED, "error 1", "error 1"]);
  const clone = (first: number): string => verdict(filter, { number: 56, machine: X64, first });
  expect([clone(0x1200011), clone(0x10000000), clone(0x00020000)]).toEqual([ALLOWED, "error 1", "error 1"]);
  const socket = (first: number, families = { internet: true, unix: true }): string =>
    verdict(filterOf("x64", { ...families, sharedMemory: true, setGroup: false }), { number: 41, machine: X64, first });
  const [unix, internet, netlink, packet, vsock] = [1, 2, 16, 17, 40];
  expect([unix, internet, netlink, packet, vsock].map((one) => socket(one))).toEqual([
    ...[ALLOWED, ALLOWED, ALLOWED],
    ...["error 97", "error 97"],
  ]);
  // Its own limits, not those of another process.
  expect([0, 4711].map((first) => verdict(filter, { number: 302, machine: X64, first }))).toEqual([ALLOWED, "error 1"]);
  const closed = { internet: false, unix: false };
  expect([unix, internet, 10, netlink].map((one) => socket(one, closed))).toEqual([
    ...["error 1", "error 1", "error 1"],
    ALLOWED,
  ]);
});

test("memory, queues and semaphores of all programs are closed where there is no namespace for them", () => {
  const closed = { internet: true, unix: true, sharedMemory: false, setGroup: false };
  for (const number of [29, 30, 31, 64, 65, 66, 68, 69, 70, 71, 220, 240, 241]) {
    expect(verdict(filterOf("x64"), { number, machine: X64 })).toBe(ALLOWED);
    expect(verdict(filterOf("x64", closed), { number, machine: X64 })).toBe("error 38");
  }
  for (const number of [180, 181, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196])
    expect(verdict(filterOf("arm64", closed), { number, machine: ARM64 })).toBe("error 38");
});

test("no program is left that gives its rights to whoever starts it, however its mode is set; folders keep their group where folders here do", () => {
  const bits = [0o755, 0o1777, 0o4755, 0o2755, 0o6711];
  const seen = (machine: "x64" | "arm64", call: (mode: number) => object, setGroup = false) =>
    bits.map((mode) =>
      verdict(filterOf(machine, { internet: true, unix: true, sharedMemory: true, setGroup }), {
        number: 0,
        machine: machine === "x64" ? X64 : ARM64,
        ...call(mode),
      }),
    );
  const refused = [ALLOWED, ALLOWED, "error 1", "error 1", "error 1"];
  const CREATE = 0o101;
  for (const call of [
    (second: number) => ({ number: 90, second }),
    (second: number) => ({ number: 91, second }),
    (third: number) => ({ number: 268, third }),
    (third: number) => ({ number: 452, third }),
    (second: number) => ({ number: 133, second }),
    (third: number) => ({ number: 259, third }),
    (second: number) => ({ number: 85, second }),
    (third: number) => ({ number: 2, second: CREATE, third }),
    (fourth: number) => ({ number: 257, third: 0o20200002, fourth }),
  ])
    expect(seen("x64", call)).toEqual(refused);
  for (const call of [
    (second: number) => ({ number: 52, second }),
    (third: number) => ({ number: 53, third }),
    (third: number) => ({ number: 33, third }),
    (fourth: number) => ({ number: 56, third: CREATE, fourth }),
  ])
    expect(seen("arm64", call)).toEqual(refused);
  // What makes no file has no mode.
  expect(new Set(seen("x64", (fourth) => ({ number: 257, third: 0, fourth })))).toEqual(new Set([ALLOWED]));
  expect(seen("x64", (third) => ({ number: 268, third }), true)).toEqual([
    ...[ALLOWED, ALLOWED, "error 1"],
    ...[ALLOWED, "error 1"],
  ]);
  expect(verdict(filterOf("x64"), { number: 437, machine: X64 })).toBe("error 38");
});
