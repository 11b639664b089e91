import { runTraced } from '../../../../server/traces/trace.ts';
import type { EcuWork } from './ecu-work.ts';

/** Returns the same work, traced; a span covers the time in the queue as well, and how the work ended. */
export const traceEcuWork = (work: EcuWork): EcuWork => ({
  run: (name, request, options) =>
    runTraced(
      { name: `ecu ${name}`, kind: 'internal' },
      () => work.run(name, request, options),
      ({ outcome }) => ({
        'tunedesk.outcome': outcome,
      }),
    ),
  get worst() {
    return work.worst;
  },
  warm: () => work.warm(),
  close: () => work.close(),
});
