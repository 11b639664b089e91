import type { S3Client } from '@aws-sdk/client-s3';

/** Follows the time of the server by the Date header of its last reply; this machine's clock may differ. */
export function followClock(client: S3Client): { now(): number } {
  let aheadMs = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { headers } = result.response as { headers?: Record<string, string> };
      const date = Date.parse(headers?.date ?? '');
      if (Number.isFinite(date)) aheadMs = date - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'followClock', priority: 'low' },
  );
  return { now: () => Date.now() + aheadMs };
}
