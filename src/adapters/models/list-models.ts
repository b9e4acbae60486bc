export function probeLocalServers(..._: unknown[]): any { throw new Error('x'); }
