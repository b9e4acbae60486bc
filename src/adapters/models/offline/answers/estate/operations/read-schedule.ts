/** Jobs that a scheduler starts together or one behind the other, with what its definition says of when. */
export interface ScheduleGroup {
  /** Empty where the definition has none. */
  readonly name: string;
  readonly jobs: readonly string[];
  /** As words with what the file says; empty where it says nothing of it. */
  readonly when: string;
  readonly from: number;
  readonly to: number;
}

const TAG = /<(\/?)((?:SMART_)?(?:FOLDER|TABLE)|SCHED_(?:TABLE|GROUP)|JOB)\b/;
const ATTRIBUTE = /(?<![A-Z_])([A-Z_]+)="([^"]*)"/g;

/** A definition of Control-M by its folders, or listings of CA7 by their chains of triggered jobs. @param lines  of the file, in order */
export function readSchedule(lines: readonly string[]): readonly ScheduleGroup[] {
  return lines.some((line) => TAG.test(line)) ? controlM(lines) : ca7(lines);
}

interface Open {
  readonly name: string;
  readonly from: number;
  readonly when: string;
  readonly jobs: { readonly name: string; readonly when: string }[];
}

function controlM(lines: readonly string[]): readonly ScheduleGroup[] {
  const groups: ScheduleGroup[] = [];
  let open: Open | undefined;
  for (const [index, text] of lines.entries()) {
    const [, end, tag] = TAG.exec(text) ?? [];
    const isJob = tag === "JOB";
    if (end === "" && isJob) open?.jobs.push(jobOf(attributesOf(text)));
    else if (end === "") open = { ...jobOf(attributesOf(text)), from: index + 1, jobs: [] };
    else if (end === "/" && !isJob && open) groups.push(closed(open, index + 1));
  }
  return groups.filter(({ jobs }) => jobs.length > 0);
}

const jobOf = (given: ReadonlyMap<string, string>): { readonly name: string; readonly when: string } => ({
  name: nameOf(given),
  when: whenOf(given),
});

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(ATTRIBUTE)].map((match) => [match[1] ?? "", match[2] ?? ""]));

const NAMES = ["FOLDER_NAME", "TABLE_NAME", "JOBNAME", "MEMNAME"];

function nameOf(given: ReadonlyMap<string, string>): string {
  return NAMES.map((key) => given.get(key) ?? "").find((name) => name !== "") ?? "";
}

function closed({ name, from, when: own, jobs }: Open, to: number): ScheduleGroup {
  const ways = [...new Set(jobs.map(({ when }) => when))];
  const isAlike = ways.length < 2;
  const when = [own, isAlike ? (ways[0] ?? "") : ""].filter(Boolean).join(", ");
  const named = jobs.map((job) => (isAlike || job.when === "" ? job.name : `${job.name} (${job.when})`));
  return { name, jobs: named, when, from, to };
}

const DAYS: Readonly<Record<string, string>> = {
  ALL: "every day",
  MO: "Mondays",
  TU: "Tuesdays",
  WE: "Wednesdays",
  TH: "Thursdays",
  FR: "Fridays",
  SA: "Saturdays",
  SU: "Sundays",
};

function whenOf(given: ReadonlyMap<string, string>): string {
  const days = ["DAYS", "WEEKDAYS", "DATES", "DAYSCAL", "WEEKSCAL"].flatMap((key) => {
    const value = given.get(key) ?? "";
    const said = value.split(",").flatMap((one) => DAYS[one] ?? []);
    return value === "" ? [] : [`${said.length > 0 ? `${said.join(", ")}, ` : ""}${key}="${value}"`];
  });
  const [from, to] = [given.get("TIMEFROM"), given.get("TIMETO")];
  return [
    ...days,
    ...(from ? [`from ${from}`] : []),
    ...(to ? [`until ${to}`] : []),
    ...(given.get("CYCLIC") === "1" ? [`cyclic, INTERVAL="${given.get("INTERVAL") ?? ""}"`] : []),
  ].join(", ");
}

const JOB = /^[ 1]*(?:LJOB,)?JOB=([A-Z@#$][A-Z0-9@#$]*)[ ,]+LIST=/;
const TRIGGERED = /^\s+JOB=([A-Z@#$][A-Z0-9@#$]*)\s+SCHID=/;

function ca7(lines: readonly string[]): readonly ScheduleGroup[] {
  const jobs: { name: string; next: string[]; from: number; to: number }[] = [];
  for (const [index, text] of lines.entries()) {
    const name = JOB.exec(text)?.[1];
    const next = TRIGGERED.exec(text)?.[1];
    const last = jobs.at(-1);
    if (name !== undefined && name !== last?.name) jobs.push({ name, next: [], from: index + 1, to: index + 1 });
    if (next !== undefined && last) {
      last.next.push(next);
      last.to = index + 1;
    }
  }
  const chains: { jobs: string[]; awaited: readonly string[]; from: number; to: number }[] = [];
  for (const { name, next, from, to } of jobs) {
    const own = next.length > 1 ? [`(${next.join(", ")})`] : next;
    const open = chains.at(-1);
    if (open?.awaited.includes(name)) {
      open.jobs.push(...own);
      open.awaited = next;
      open.to = to;
    } else chains.push({ jobs: [name, ...own], awaited: next, from, to });
  }
  return chains.map(({ jobs: own, from, to }) => ({ name: "", jobs: own, when: "", from, to }));
}
