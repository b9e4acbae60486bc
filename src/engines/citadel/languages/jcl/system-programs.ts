/** Utilities and run-time programs of z/OS, DB2, IMS, CICS and TSO: no source of theirs is ever missing. */
const NAMES = new Set(
  `ADRDSSU AMASPZAP AMBLIST ARCUTIL ASMA90 BPXBATCH BPXBATSL CEEMAIN CSQUTIL CSQUCVX DFHCSDUP DFHECP1$ DFHEAP1$ DFHMSCAN
  DFSBBO00 DFSMVRC0 DFSRRC00 DFSURDB0 DFSURGL0 DFSURGU0 DFSURPR0 DFSURUL0 DFSURWF1 DFSUDMP0 DFSURRL0 DFSUICP0 DSN1COPY DSNHPC DSNTEP2 DSNTEP4
  DSNTIAD DSNTIAUL DSNTIAR DSNUTILB DSNUTILU DFSORT FILEAID FTP GDGCOPY HEWL ICEGENER ICEMAN ICETOOL IDCAMS IDIUTIL IEBCOMPR IEBCOPY
  IEBDG IEBEDIT IEBGENER IEBIMAGE IEBPTPCH IEBUPDTE IEFBR14 IEHINITT IEHLIST IEHMOVE IEHPROGM IEL0AA IBMZPLI IEV90 IEWBLINK IEWL IFASMFDP
  IGYCRCTL IKFCBL00 IKJEFT01 IKJEFT1A IKJEFT1B IRXJCL IRRDBU00 ISRSUPC JCLCHECK LINKEDIT LOADER REXX SDSF SORT SUPERC SYNCGENR SYNCSORT
  SYNCTOOL TRSMAIN TYPRUN XMITIP EZACFSM1 EZTPA00 AOPBATCH`
    .split(/\s+/)
    .filter((name) => name !== ""),
);

export const isSystemProgram = (name: string): boolean => NAMES.has(name.toUpperCase());

/** DDs that hold programs, procedures and messages rather than data of the application. */
export const isLibraryDd = (name: string): boolean =>
  /^(?:STEPLIB|JOBLIB|JOBCAT|STEPCAT|SYSLIB|SYSPROC|SYSEXEC|DFSRESLB|SORTLIB|CEEDUMP)$/.test(name);

/** Procedures that IBM ships for compilers, DB2, CICS and IMS: missing from an estate, but no mystery. */
export const isSystemProcedure = (name: string): boolean =>
  /^(?:IGYW[A-Z]{1,4}|IGYC[A-Z]*|IBMZ[A-Z]*|ASMA[A-Z]{1,4}|DFHYIT[A-Z]*|DFHEIT[A-Z]*|DFHASMVS|DFHMAPS|DFHMAPT|DSNUPROC|DSNHCOB2?|DSNHICOB|DSNHPLI|DSNHASM|EDCC[A-Z]*|CBCC[A-Z]*|EQA[A-Z]*|SMPE[A-Z]*|SORTD)$/.test(
    name,
  ) || isImsProcedure(name);

/** IMS-supplied procedures take the program as MBR= and the specification as PSB=. */
export const isImsProcedure = (name: string): boolean =>
  /^(?:IMSBATCH|DLIBATCH|DBBBATCH|IMSFP|DFSMPR|DXRJPROC|IMSMSG|IMSBATCJ)$/.test(name);
