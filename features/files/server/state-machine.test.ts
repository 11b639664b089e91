import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildCustomer, buildPaidFile, readBalance } from '../../../server/testing/stories.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { FileStatus, PriceStatus, Feasible, FileDetail } from '../file.ts';
import * as files from '../files.calls.ts';
import * as review from '../review/review.calls.ts';
import { buildFile } from './files.factory.ts';
import { completeDelivered } from './payment.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Status = FileStatus;
type State = [Status, PriceStatus, Feasible | null];
interface Machine {
  reachable: State[];
  edges: [string, string, string, string, string, string, string][];
  refusals: [string, string, number][];
}

const machine = JSON.parse(
  readFileSync(new URL('../../../docs/spec/state-machine.json', import.meta.url), 'utf8'),
) as Machine;

openStage({ movesMoney: true });
let admin: { token: string };
beforeAll(async () => {
  admin = await buildAdmin(app.deps);
});

const PRICE = 5;
const attached = { name: 'mod.bin', bytes: new TextEncoder().encode('a modified image') };

interface Action {
  by: 'customer' | 'admin';
  endpoint: Endpoint;
  input?: Record<string, unknown>;
  file?: typeof attached;
  /** The owner's credits beforehand; ample by default. */
  credits?: number;
}

const possibleAt = (price: number): Action => ({
  by: 'admin',
  endpoint: review.setFeasibility,
  input: { feasible: 'POSSIBLE', price },
});

/** The state machine's actions as calls. Tickets are tested in their own domain; the job is tested below. */
const ACTIONS: Record<string, Action> = {
  'customer:cancel': { by: 'customer', endpoint: files.cancelFile },
  'customer:pay(enough)': { by: 'customer', endpoint: files.confirmAndPay },
  'customer:pay(too little)': { by: 'customer', endpoint: files.confirmAndPay, credits: PRICE - 0.01 },
  'customer:download-mod': { by: 'customer', endpoint: files.downloadModified },
  'admin:cancel': { by: 'admin', endpoint: files.cancelFile },
  'admin:undo': { by: 'admin', endpoint: files.undoCancel },
  'admin:take-up': { by: 'admin', endpoint: files.startWork },
  'admin:upload-mod': { by: 'admin', endpoint: review.uploadModified, file: attached },
  'admin:not-possible': { by: 'admin', endpoint: review.setFeasibility, input: { feasible: 'NOT_POSSIBLE' } },
  'admin:possible(p=0,att)': { ...possibleAt(0), file: attached },
  'admin:possible(p=5,att)': { ...possibleAt(5), file: attached },
  'admin:possible(p=9,att)': { ...possibleAt(9), file: attached },
  'admin:possible(p=5,no att)': possibleAt(5),
};

/** One state can be reached with or without a modified file, and CANCELED from three others. */
interface Variant {
  state: State;
  modified: boolean;
  before: 'PENDING' | 'IN_PROGRESS' | 'PROCESSED' | null;
}

function listVariants(state: State): Variant[] {
  const [status, , feasible] = state;
  const isCanceled = status === 'CANCELED' || status === 'NOT_SUPPORTED_SOLUTION';
  const befores = !isCanceled
    ? [null]
    : feasible === 'POSSIBLE'
      ? (['PROCESSED'] as const)
      : feasible === 'NOT_POSSIBLE'
        ? (['IN_PROGRESS'] as const)
        : (['PENDING', 'IN_PROGRESS', 'PROCESSED'] as const);
  return befores.flatMap((before) => {
    const must = feasible === 'POSSIBLE' || (feasible === null && (status === 'PROCESSED' || before === 'PROCESSED'));
    const may = must || (feasible === 'NOT_POSSIBLE' && before !== 'PENDING');
    return [...(must ? [] : [false]), ...(may ? [true] : [])].map((modified) => ({ state, modified, before }));
  });
}

async function build({ state: [status, price_status, feasible], modified, before }: Variant, credits: number) {
  const owner = await buildCustomer(app.deps);
  const modBytes = modified ? new TextEncoder().encode('modified') : undefined;
  const common = { user_id: owner.id, price_cents: PRICE * 100, ...(modBytes && { modBytes }) };
  const file =
    price_status === 'UNPAID'
      ? await buildFile(app, { ...common, status, price_status, feasible, status_before_cancel: before })
      : await buildPaidFile(app.deps, { ...common, status: status === 'REFUNDED' ? 'PROCESSED' : status });
  if (status === 'REFUNDED') await app.call(files.cancelFile, { id: file.id }, admin);
  const balance = await readBalance(app, owner.id);
  if (credits > balance) await buildCredits(app, owner.id, credits - balance);
  return { owner, id: file.id };
}

const readState = async (id: number): Promise<State> => {
  const { file } = (await app.call(files.getFile, { id }, admin)).body as FileDetail;
  return [file.status, file.price_status, file.feasible];
};

/** Before the upload, so that only a change of status can have written another moment. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const age = (id: number) =>
  app.db
    .updateTable('files')
    .set({ status_since: LONG_AGO, created_at: sql`now() - interval '1 hour'` })
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirstOrThrow();

const sinceOf = async (id: number) =>
  (await app.db.selectFrom('files').select('status_since').where('id', '=', id).executeTakeFirstOrThrow()).status_since;

const momentOf = (since: string, uploadedAt: string) =>
  since === LONG_AGO ? 'before' : since === uploadedAt ? 'upload' : 'now';

/** When a file that has reached this state began to wait in it. */
const beginningOf = ([status]: State, [earlier]: State) =>
  status === earlier ? 'before' : status === 'PENDING' ? 'upload' : 'now';

/** Returns the states the action may lead to from this one; none means that it must be refused. */
const listTargets = (action: string, [status, priceStatus, feasible]: State) =>
  machine.edges
    .filter(([s, p, f, name]) => name === action && s === status && p === priceStatus && f === (feasible ?? 'None'))
    .map(([, , , , s, p, f]) => [s, p, f === 'None' ? null : f]);

/** Returns the sentence for a refused pair that the machine lists only per action (rules 3, X-STA-08 ff). */
function sentenceFor(action: string, { state: [status, priceStatus, feasible] }: Variant): string {
  const isOpen = ['PENDING', 'IN_PROGRESS', 'PROCESSED'].includes(status);
  const closed = 'The file is closed; feasibility and price can no longer be changed.';
  const ended: Partial<Record<Status, string>> = {
    CANCELED: 'Your file is already canceled',
    REFUNDED: `Your file is already refunded, CRS:${PRICE}`,
    COMPLETED: 'A completed file cannot be canceled or refunded.',
  };
  const unsupported = status === 'NOT_SUPPORTED_SOLUTION';
  const canceledByShop = 'The solution is not supported; the process is already canceled.';
  if (action === 'customer:download-mod') return 'The modified file is not available.';
  if (action === 'admin:undo')
    return status === 'REFUNDED' ? 'A refunded file cannot be restored.' : 'Only a canceled file can be restored.';
  if (action === 'customer:cancel')
    return (
      ended[status] ??
      (unsupported ? canceledByShop : 'A paid file can only be canceled by support. Please open a ticket.')
    );
  if (action === 'admin:cancel') return ended[status] ?? canceledByShop;
  if (action === 'admin:upload-mod')
    return isOpen ? 'Set the file to POSSIBLE before uploading the modified file.' : closed;
  if (action === 'admin:not-possible')
    return isOpen ? 'The file is already paid. Cancel it to refund the customer.' : closed;
  if (action.startsWith('admin:possible')) {
    if (!isOpen) return closed;
    return priceStatus === 'PAID'
      ? 'The file is already paid; its price cannot be changed.'
      : 'Attachment of the mod file is missing!';
  }
  if (ended[status]) return ended[status];
  if (priceStatus === 'PAID') return 'The file is already paid.';
  if (feasible === 'NOT_POSSIBLE')
    return 'At the moment solution is NOT POSSIBLE, we will add it on the next update...';
  return feasible === null
    ? 'The file is not ready for payment yet.'
    : 'Not enough credits. Please buy credits and try again.';
}

/** The machine knows the paid price and the balance only as "some"; here they are exact. */
function isRefusedHere(action: string, { state: [, priceStatus], modified }: Variant): boolean {
  if (priceStatus === 'PAID' && /p=[09]/.test(action)) return true;
  if (action === 'admin:possible(p=5,no att)' && !modified) return true;
  return action === 'customer:pay(too little)';
}

/** Returns the states in which the action may leave the file; none when it must be refused. */
function listOutcomes(action: string, variant: Variant) {
  const targets = listTargets(action, variant.state);
  // A file that is not pending stays as it is.
  if (action === 'admin:take-up') return [targets[0] ?? variant.state];
  if (isRefusedHere(action, variant)) return [];
  return action === 'admin:undo' ? targets.filter(([status]) => status === variant.before) : targets;
}

const allVariants = machine.reachable.flatMap(listVariants);
const messages = ({ state, modified, before }: Variant) =>
  `${state.join(', ')}${modified ? ', modified' : ''}${before ? `, was ${before}` : ''}`;

describe(
  'every action in every state ends where the machine leads, in which the file then begins to wait, or is refused with its message',
  {
    tags: ['X-STA-08', 'X-STA-09', 'X-STA-10', 'X-STA-11', 'X-STA-12', 'X-STA-13', 'X-STA-14', 'X-STA-15', 'X-STA-16'],
  },
  () => {
    test('all states are covered, and every action except those of tickets and the job', () => {
      expect(new Set(allVariants.map(({ state }) => String(state))).size).toBe(machine.reachable.length);
      const names = new Set([...machine.edges.map((edge) => edge[3]), ...machine.refusals.map(([name]) => name)]);
      const elsewhere = ['any:open-ticket', 'admin:close', 'admin:reopen', 'job:complete'];
      expect([...names].filter((name) => !(name in ACTIONS) && !elsewhere.includes(name))).toEqual([]);
    });

    describe.each(Object.entries(ACTIONS))(
      '%s',
      { tags: ['X-ROL-02'] },
      (action, { by, endpoint, input, file, credits = 1000 }) => {
        const cases = allVariants.map((variant) => ({
          variant,
          name: messages(variant),
          outcomes: listOutcomes(action, variant),
        }));
        const act = (id: number, owner: { token: string }) =>
          app.call(endpoint, { id, ...input }, { token: by === 'admin' ? admin.token : owner.token, file });

        test.concurrent.each(cases.filter(({ outcomes }) => outcomes.length > 0))(
          '$name',
          async ({ variant, outcomes }) => {
            const { owner, id } = await build(variant, credits);
            const { created_at } = await age(id);
            expect((await act(id, owner)).status).toBe(200);
            const reached = await readState(id);
            expect(outcomes).toContainEqual(reached);
            expect(momentOf(await sinceOf(id), created_at)).toBe(beginningOf(reached, variant.state));
          },
        );

        test.concurrent.each(cases.filter(({ outcomes }) => outcomes.length === 0))(
          '$name is refused',
          async ({ variant }) => {
            const { owner, id } = await build(variant, credits);
            const balance = await readBalance(app, owner.id);
            const { status, body } = await act(id, owner);
            expect([status, body?.message]).toEqual([400, sentenceFor(action, variant)]);
            expect(await readState(id)).toEqual(variant.state);
            expect(await readBalance(app, owner.id)).toBe(balance);
            const known = machine.refusals.filter(([name]) => name === action);
            expect(known.map(([, sentence]) => sentence.replace('{price}', String(PRICE)))).toContain(body.message);
          },
        );
      },
    );
  },
);

test('the job completes paid and delivered files, and nothing else', async () => {
  const built = await Promise.all(allVariants.map(async (variant) => ({ variant, ...(await build(variant, 0)) })));
  await app.db.updateTable('files').set({ delivered_at: app.clock.now() }).execute();
  app.clock.advance(15 * 24 * 3600 * 1000);
  admin = await buildAdmin(app.deps);
  for (const { id } of built) await age(id);
  await completeDelivered(app);
  expect(built.length).toBeGreaterThan(5);
  for (const { variant, id } of built) {
    const [status, priceStatus] = variant.state;
    const isCompleted = status === 'PROCESSED' && priceStatus === 'PAID';
    expect(await readState(id)).toEqual(isCompleted ? ['COMPLETED', 'PAID', 'POSSIBLE'] : variant.state);
    expect((await sinceOf(id)) === LONG_AGO).toBe(!isCompleted);
  }
});
