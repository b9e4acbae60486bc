/** What is left open to a filtered program; never the sockets that no namespace holds (vsock, packet, crypto …). */
export interface Openings {
  readonly internet: boolean;
  readonly unix: boolean;
  /** System V's memory, queues and semaphores, and POSIX's queues: other programs' too, where the program has no IPC namespace of its own. */
  readonly sharedMemory: boolean;
  /** The bit by which a folder's group comes to what is made in it; a filter cannot tell a folder from a program, which would get the group's rights by it. */
  readonly setGroup: boolean;
}

/** Machine by Node's name, as the kernel's AUDIT_ARCH_* constant, and the column of the table below. */
const MACHINES: Readonly<Record<string, { readonly audit: number; readonly column: 0 | 1 }>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** Numbers of system calls on x86_64 and aarch64 (`asm/unistd_64.h`, `asm-generic/unistd.h`); none where there is no such call. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/** Look into other programs, change what is mounted, reach the kernel's own machinery. */
const REFUSED: Readonly<Record<string, Numbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  open_by_handle_at: [304, 265],
  setns: [308, 268],
  unshare: [272, 97],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  nfsservctl: [180, 42],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, undefined],
  ioperm: [173, undefined],
};

/** Answered as by an older kernel, so that libraries take the way they had before. */
const UNKNOWN: Readonly<Record<string, Numbers>> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Its flags lie in memory, where a filter cannot look; `clone` has them in a register.
  clone3: [435, 435],
  // So does the mode in which it makes a file.
  openat2: [437, 437],
};

/** Who knows a number of another program's memory needs no name for it, so that the calls that take numbers are among them. */
const SHARED_MEMORY: Readonly<Record<string, Numbers>> = {
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
};

interface ModeCall {
  readonly numbers: Numbers;
  /** Which of its arguments the mode is. */
  readonly mode: number;
  /** Which one says whether it makes anything. */
  readonly flags?: number;
}

/** Calls that give a file or a folder its mode. */
const MODES: readonly ModeCall[] = [
  { numbers: [90, undefined], mode: 1 }, // chmod
  { numbers: [91, 52], mode: 1 }, // fchmod
  { numbers: [268, 53], mode: 2 }, // fchmodat
  { numbers: [452, 452], mode: 2 }, // fchmodat2
];
/** Those that make what is no folder. */
const MAKING: readonly ModeCall[] = [
  { numbers: [133, undefined], mode: 1 }, // mknod
  { numbers: [259, 33], mode: 2 }, // mknodat
  { numbers: [85, undefined], mode: 1 }, // creat
  { numbers: [2, undefined], mode: 2, flags: 1 }, // open
  { numbers: [257, 56], mode: 3, flags: 2 }, // openat
];
const SET_USER = 0o4000;
export const SET_GROUP = 0o2000;
/** O_CREAT and __O_TMPFILE; without them the mode is whatever the register held. */
const MAKING_FLAGS = 0o20000100;

const CLONE: Numbers = [56, 220];
const IOCTL: Numbers = [16, 29];
const SOCKET: Numbers = [41, 198];
/** Of another process: no memory or no time left ends it like a signal. */
const PRLIMIT: Numbers = [302, 261];
const SETRLIMIT: Numbers = [160, 164];
/** The limit by which processes of a command are known; reading it is free. */
const FILE_LOCKS = 10;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e020000;
/** TIOCSTI types into the terminal, TIOCLINUX pastes into a console. */
const TYPING_REQUESTS = [0x5412, 0x541c];
const FAMILY = { unix: 1, internet: 2, internet6: 10, netlink: 16 };
const ERROR = { notPermitted: 1, unknownCall: 38, noSuchFamily: 97 };
/** The second table of system calls on x86_64. */
const X32_BIT = 0x40000000;

/**
 * A seccomp filter in the bytes that the kernel takes: `struct sock_filter`s of classic BPF.
 *
 * @param machine  as in `process.arch`
 * @returns undefined for a machine whose numbers of system calls are not known here
 */
export function seccompFilter(machine: string, openings: Openings): Buffer | undefined {
  const known = MACHINES[machine];
  if (known === undefined) return undefined;
  const { audit, column } = known;
  const numbers = (table: Readonly<Record<string, Numbers>>): readonly number[] =>
    Object.values(table).flatMap((row) => row[column] ?? []);
  const number = (row: Numbers): number => row[column] ?? -1;
  const allowed = [
    FAMILY.netlink,
    ...(openings.unix ? [FAMILY.unix] : []),
    ...(openings.internet ? [FAMILY.internet, FAMILY.internet6] : []),
  ];
  return assemble([
    load(OFFSET.machine),
    ...unless("equal", audit, [refuse(ERROR.unknownCall)]),
    load(OFFSET.number),
    ...(machine === "x64" ? when("atLeast", X32_BIT, [refuse(ERROR.unknownCall)]) : []),
    ...numbers(REFUSED).flatMap((one) => when("equal", one, [refuse(ERROR.notPermitted)])),
    ...numbers({ ...UNKNOWN, ...(openings.sharedMemory ? {} : SHARED_MEMORY) }).flatMap((one) =>
      when("equal", one, [refuse(ERROR.unknownCall)]),
    ),
    ...when("equal", number(CLONE), [
      load(argumentOffset(0)),
      ...when("anyBit", NAMESPACE_FLAGS, [refuse(ERROR.notPermitted)]),
      ALLOW,
    ]),
    ...when("equal", number(IOCTL), [
      load(argumentOffset(1)),
      ...TYPING_REQUESTS.flatMap((one) => when("equal", one, [refuse(ERROR.notPermitted)])),
      ALLOW,
    ]),
    ...when("equal", number(PRLIMIT), [
      load(argumentOffset(0)),
      ...unless("equal", 0, [refuse(ERROR.notPermitted)]),
      load(argumentOffset(1)),
      ...unless("equal", FILE_LOCKS, [ALLOW]),
      ...[argumentOffset(2), argumentOffset(2) + 4].flatMap((half) => [
        load(half),
        ...unless("equal", 0, [refuse(ERROR.notPermitted)]),
      ]),
      ALLOW,
    ]),
    ...withoutBits(column, openings),
    ...when("equal", number(SETRLIMIT), [
      load(argumentOffset(0)),
      ...when("equal", FILE_LOCKS, [refuse(ERROR.notPermitted)]),
      ALLOW,
    ]),
    ...when("equal", number(SOCKET), [
      load(argumentOffset(0)),
      ...allowed.flatMap((family) => when("equal", family, [ALLOW])),
      ...[FAMILY.unix, FAMILY.internet, FAMILY.internet6].flatMap((family) =>
        when("equal", family, [refuse(ERROR.notPermitted)]),
      ),
      refuse(ERROR.noSuchFamily),
    ]),
    ALLOW,
  ]);
}

/** A program that such a bit is left on gives whoever starts it, later and outside, the rights of the person. */
function withoutBits(column: 0 | 1, { setGroup }: Openings): readonly Instruction[] {
  const refused = ({ mode, flags }: ModeCall, bits: number): readonly Instruction[] => [
    ...(flags === undefined ? [] : [load(argumentOffset(flags)), ...unless("anyBit", MAKING_FLAGS, [ALLOW])]),
    load(argumentOffset(mode)),
    ...when("anyBit", bits, [refuse(ERROR.notPermitted)]),
    ALLOW,
  ];
  const rows = [
    ...MODES.map((call) => [call, setGroup ? SET_USER : SET_USER | SET_GROUP] as const),
    ...MAKING.map((call) => [call, SET_USER | SET_GROUP] as const),
  ];
  return rows.flatMap(([call, bits]) => {
    const number = call.numbers[column];
    return number === undefined ? [] : when("equal", number, refused(call, bits));
  });
}

interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly value: number;
}

/** Into `struct seccomp_data`. */
const OFFSET = { number: 0, machine: 4, arguments: 16 };
/** BPF_JMP with BPF_K. */
const JUMP = { equal: 0x15, atLeast: 0x35, anyBit: 0x45 };
const ALLOW: Instruction = { code: 0x06, ifTrue: 0, ifFalse: 0, value: 0x7fff0000 };

/** The lower half: requests, flags and families have 32 bits, and both machines are little-endian. */
const argumentOffset = (index: number): number => OFFSET.arguments + 8 * index;

function load(offset: number): Instruction {
  return { code: 0x20, ifTrue: 0, ifFalse: 0, value: offset };
}

function refuse(error: number): Instruction {
  return { code: 0x06, ifTrue: 0, ifFalse: 0, value: 0x00050000 | error };
}

/** The block runs when the loaded word passes the test, and is jumped over when not. */
function when(test: keyof typeof JUMP, value: number, block: readonly Instruction[]): readonly Instruction[] {
  return [{ code: JUMP[test], ifTrue: 0, ifFalse: block.length, value }, ...block];
}

function unless(test: keyof typeof JUMP, value: number, block: readonly Instruction[]): readonly Instruction[] {
  return [{ code: JUMP[test], ifTrue: block.length, ifFalse: 0, value }, ...block];
}

function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, ifTrue, ifFalse, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
