import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when everything is written that earlier calls have left to be written after their reply. */
    settled: () => Promise<void>;
  }
}

/** Waits for those that write after a reply, at the end of the program and whenever `settled` is called. */
export function settleBeforeClose(app: FastifyInstance, ...writers: { settled(): Promise<void> }[]): void {
  app.decorate('settled', async () => void (await Promise.all(writers.map((writer) => writer.settled()))));
  app.addHook('onClose', () => app.settled());
}
