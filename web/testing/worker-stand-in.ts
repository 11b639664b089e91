import { summarise } from '../../ecu/summary.ts';
import { nameMaps } from '../../features/files/hex/web/named-maps.ts';
import type { MapsRequest } from '../../features/files/hex/web/named-maps.ts';
import { findChanges } from '../../features/files/hex/places.ts';
import type { Compared } from '../../features/files/hex/web/use-changes.ts';

type WorkerRequest = Uint8Array | Compared | MapsRequest;

/** Does a worker's job in the page, because jsdom has no workers. Once terminated, it replies no more, like a real one. */
export class WorkerStandIn extends EventTarget {
  static isBroken = false;
  #isTerminated = false;
  postMessage(request: WorkerRequest) {
    queueMicrotask(() => this.#reply(request));
  }
  #reply(request: WorkerRequest) {
    if (this.#isTerminated) return;
    const { isBroken } = WorkerStandIn;
    this.dispatchEvent(isBroken ? new Event('error') : new MessageEvent('message', { data: answer(request) }));
  }
  terminate() {
    this.#isTerminated = true;
  }
}

function answer(request: WorkerRequest) {
  if (request instanceof Uint8Array) return summarise(request);
  return 'definitions' in request ? nameMaps(request) : findChanges(request.original, request.modified, request.codes);
}

/** Replaces `Worker`; call the returned function when the test is over. */
export function standInForWorkers(): () => void {
  WorkerStandIn.isBroken = false;
  globalThis.Worker = WorkerStandIn as unknown as typeof Worker;
  return () => Reflect.deleteProperty(globalThis, 'Worker');
}
