import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/refusal.ts';
import { chargeRun } from '../database/callers.ts';
import { makeJoinable } from '../database/joined-transactions.ts';
import type { Storage } from '../storage/storage.ts';
import type { Deps, Route, SignedInCall } from './call.ts';
import { withMethods } from './call-guard.ts';
import { isRemembered, runOnce, whyNotRemembered } from './remembered-calls.ts';

/** A reply that has its final form already. */
export class WrittenReply {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const writeReply = ({ reply }: Endpoint, result: unknown): string =>
  chargeRun(() => JSON.stringify(z.parse(reply as z.ZodMiniType, result)));

export interface KeyedReply {
  key: string;
  /** Its database can be joined to the transaction of the reply, and what it discards waits for the end of that. */
  deps: Deps;
  /** Whether the key of this user was used, so that nothing that is sent with it will be kept. */
  isUsed: (userId: number) => Promise<boolean>;
  /** Does the call, or replies what the first call with this key got. */
  reply: (call: SignedInCall<Endpoint>) => Promise<WrittenReply>;
}

/** Null: the call has no key, or none is remembered for it. */
export function readKeyed({ endpoint, handler }: Route, request: FastifyRequest, deps: Deps): KeyedReply | null {
  if (whyNotRemembered(endpoint) !== null) return null;
  const key = readKey(request);
  if (key === null) return null;
  const joinable = makeJoinable(deps.db);
  const discards = deferDiscards(deps.storage);
  const reply: KeyedReply['reply'] = async (call) => {
    const { actor, input, upload } = call;
    const asked = { endpoint, userId: actor.id, key, input, upload, secret: deps.sessionSecret };
    const run = async () => writeReply(endpoint, await handler(call));
    const { text, isRepeat } = await discards.during(() => runOnce(deps.db, { call: asked, joinable }, run));
    if (isRepeat && upload !== null) await deps.storage.discard(upload.key);
    return new WrittenReply(text);
  };
  const isUsed = (userId: number) => isRemembered(deps.db, { userId, key });
  return { key, deps: { ...deps, db: joinable.db, storage: discards.storage }, isUsed, reply };
}

/** Has what is discarded `during` a transaction wait until it is committed: a record may name it as long as it is not. */
function deferDiscards(storage: Storage) {
  let waiting: string[] | null = null;
  const discard: Storage['discard'] = async (key) => (waiting === null ? storage.discard(key) : void waiting.push(key));
  const during = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const unneeded: string[] = (waiting = []);
    const result = await run().finally(() => (waiting = null));
    for (const key of unneeded) await storage.discard(key);
    return result;
  };
  return { storage: withMethods(storage, { discard }), during };
}

const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new Refusal('errors.http.idempotency_key');
  return key;
}
