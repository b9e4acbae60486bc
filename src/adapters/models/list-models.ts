export async function listModels(..._: unknown[]): Promise<any> {
  throw new Error("x");
}
export async function probeLocalServers(..._: unknown[]): Promise<any[]> {
  return [];
}
