interface ThreadUsage {
  threadCpuUsage?(): { readonly user: number; readonly system: number };
}

/** Processor time of this thread in milliseconds: what others do on the machine does not count. */
export function threadMs(): number {
  const usage = (process as ThreadUsage).threadCpuUsage?.() ?? process.cpuUsage();
  return (usage.user + usage.system) / 1000;
}
