import { nameMaps } from '../../features/files/hex/web/named-maps.ts';
import type { MapsRequest } from '../../features/files/hex/web/named-maps.ts';
import { findChanges } from '../../features/files/hex/places.ts';
import type { Compared } from '../../features/files/hex/web/use-changes.ts';

/** Does the worker's job in the page, because jsdom has no workers. */
export class WorkerStandIn extends EventTarget {
  static isBroken = false;
  postMessage(request: Compared | MapsRequest) {
    const event = WorkerStandIn.isBroken ? new Event('error') : new MessageEvent('message', { data: answer(request) });
    queueMicrotask(() => this.dispatchEvent(event));
  }
  terminate() {}
}

const answer = (request: Compared | MapsRequest) =>
  'definitions' in request ? nameMaps(request) : findChanges(request.original, request.modified, request.codes);

/** Replaces `Worker`; call the returned function when the test is over. */
export function standInForWorkers(): () => void {
  WorkerStandIn.isBroken = false;
  globalThis.Worker = WorkerStandIn as unknown as typeof Worker;
  return () => Reflect.deleteProperty(globalThis, 'Worker');
}
