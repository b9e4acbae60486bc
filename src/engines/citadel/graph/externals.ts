import type { NodeKind } from "../model.ts";

/** Run-time services and utilities of z/OS and of COBOL compilers: their source is never part of an estate. */
const PROGRAM_PREFIXES =
  /^(?:CEE[A-Z0-9]|DFH[A-Z0-9]|DSN(?:T|H|A|ACCOX|UTIL|REX|WLI|ELI|CLI|ALI|RLI)|MQ[A-Z]|IGZ|ILBO|IGY|IKJ|IEF|IEB|IEW|IEH|IDC|ICE|ISP|ISR|IRX|ADR|ARC|EZA|BPX|CSQ|CBL_|C\$|X"|HWT|GSK|DFS[A-Z0-9]|DSQ)/;
const PROGRAMS = new Set(
  `CBLTDLI AIBTDLI PLITDLI ASMTDLI CEETDLI CTDLI ABEND ILBOABN0 SORT SYNCSORT DFSORT FTP SDSF SYSTEM EZASOKET DSNALI DSNHLI DSNWLI DSNTIAR DSNTIAC
  XML-THREAD QUICKMSG ISPLINK ISPEXEC IRXEXEC ADMASP EXCI DFHXCSTB SLEEP C$SLEEP C$JUSTIFY GETENV`
    .split(/\s+/)
    .filter((name) => name !== ""),
);
const COPYBOOKS =
  /^(?:SQLCA|SQLDA|DFH[A-Z0-9]+|CMQ[A-Z0-9]+|CEE[A-Z0-9]+|DLIUIB|EZA[A-Z0-9]*|SQLENV|IGZ[A-Z0-9]+|BPX[A-Z0-9]+|SCREENIO)$/;

/** A name that IBM, the compiler or the operating system provides. */
export function isExternal(name: string, targets: readonly NodeKind[]): boolean {
  const upper = name.toUpperCase();
  if (targets.includes("program")) return PROGRAMS.has(upper) || PROGRAM_PREFIXES.test(upper);
  return targets.includes("copybook") && COPYBOOKS.test(upper);
}
