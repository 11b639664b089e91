// A program that dies while it creates a DTC OFF file: `fork` it with a `Task`, and it kills itself at exactly that
// place.
import { switchDtcsOff } from '../../features/dtc-off/server/generate.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { connect } from '../database/connect.ts';
import { inThreads, openEcuPool } from '../../features/files/analysis/server/ecu-work.ts';
import type { Deps } from '../http/call.ts';
import { makeProofKey } from '../proof-key.ts';
import { createCompressedStorage } from '../storage/compression/compressed-storage.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { composeDeps } from './compose-deps.ts';

export type Place =
  | 'the thread has finished'
  | 'charged and recorded, before the commit'
  | 'after the commit'
  | 'in the middle of the bytes';

export interface Task {
  place: Place;
  databaseUrl: string;
  folder: string;
  userId: number;
  wish: { file_name: string; ecu_id: string; dtcs: string };
}

const die = () => process.kill(process.pid, 'SIGKILL');

/** The same object with some methods replaced by ours; its own methods keep their own `this`. */
function withOwn<Whole extends object>(whole: Whole, own: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (name in own) return own[name as keyof Whole];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** The product's own parts, one of which ends the program at the given place. */
async function depsDyingAt({ place, databaseUrl, folder }: Task): Promise<Deps> {
  const { db } = connect(databaseUrl);
  await openLedger(db, { dataDir: folder, ledgerKey: null, ledgerKeysOld: [] }, () => undefined);
  const storage = createCompressedStorage(await openFileStorage(folder));
  const ecu = inThreads(openEcuPool({ threads: 1 }), storage);
  const run: typeof ecu.run = async (...asked) => {
    const response = await ecu.run(...asked);
    if (place === 'the thread has finished') die();
    return response;
  };
  const transaction = () => {
    const builder = db.transaction();
    const execute: typeof builder.execute = async (work) => {
      const result = await builder.execute(async (tx) => {
        const inside = await work(tx);
        if (place === 'charged and recorded, before the commit') die();
        return inside;
      });
      if (place === 'after the commit') die();
      return result;
    };
    return withOwn(builder, { execute });
  };
  const dying = { db: withOwn(db, { transaction }), ecu: { ...ecu, run } };
  return composeDeps({ ...dying, dataDir: folder, storage, proofKey: makeProofKey() });
}

const customerActor = {
  role: 'CUSTOMER',
  staff_capabilities: null,
  verified: true,
  sessionId: '',
  requestId: 'killed',
} as const;

async function generate(task: Task): Promise<void> {
  const owner = { ...customerActor, id: task.userId };
  const { stream } = await switchDtcsOff(await depsDyingAt(task), owner, task.wish);
  for await (const _piece of stream) die();
}

process.once('message', (task: Task) => {
  generate(task).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
