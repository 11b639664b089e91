/** The metrics token of test portals: monitoring that has it reads the whole health report. */
export const MONITOR_TOKEN = 'only-for-monitoring-only-for-monitoring';

/** Reads the health report as monitoring does; `body` has everything that is kept from the public. */
export async function readHealth({ url }: { url: string }): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(`${url}/api/health`, { headers: { authorization: `Bearer ${MONITOR_TOKEN}` } });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}
