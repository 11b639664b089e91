import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  adminCancelRefusal,
  canAfford,
  canCancel,
  customerCancelRefusal,
  customerDownloadRefusal,
  isBeingChecked,
  paymentRefusal,
  undoCancelRefusal,
  type FileState,
  isWaitingForOffer,
} from './files.rules.ts';
import { notPossibleRefusal, possibleRefusal, uploadModifiedRefusal } from './review/review.rules.ts';

interface StateMachine {
  reachable: [FileState['status'], FileState['price_status'], FileState['feasible']][];
  edges: [string, string, string, string, string, string, string][];
  refusals: [string, string, number][];
}

const machine = JSON.parse(
  readFileSync(new URL('../../docs/spec/state-machine.json', import.meta.url), 'utf8'),
) as StateMachine;

const states = machine.reachable.map(([status, price_status, feasible]) => ({
  status,
  price_status,
  feasible,
  price: 5,
  mod_file_name: feasible === 'POSSIBLE' ? 'mod.bin' : null,
}));

type State = (typeof states)[number];

/** Every action of the state machine that a rule decides, with the function that decides it. */
const actions: Record<string, (file: State) => Error | null> = {
  'customer:cancel': customerCancelRefusal,
  'admin:cancel': adminCancelRefusal,
  'admin:undo': undoCancelRefusal,
  'customer:pay(enough)': paymentRefusal,
  'customer:download-mod': customerDownloadRefusal,
  'admin:upload-mod': uploadModifiedRefusal,
  'admin:not-possible': notPossibleRefusal,
  'admin:possible(p=5,att)': (file) => possibleRefusal(file, { price: 5, hasAttachment: true }),
};

const isAllowed = (action: string, file: State) =>
  machine.edges.some(
    ([status, priceStatus, feasible, name]) =>
      name === action &&
      status === file.status &&
      priceStatus === file.price_status &&
      feasible === (file.feasible ?? 'None'),
  );

describe(
  'the rules match the state machine',
  { tags: ['X-STA-08', 'X-STA-10', 'X-STA-14', 'X-STA-15', 'X-STA-16'] },
  () => {
    for (const [action, refuse] of Object.entries(actions)) {
      test.each(states)(`${action} on $status, $price_status, $feasible`, (file) => {
        const refused = machine.refusals.filter(([name]) => name === action);
        const sentences = refused.map(([, sentence]) => sentence.replace('{price}', '5'));
        expect(isAllowed(action, file) ? [null] : sentences).toContain(refuse(file)?.message ?? null);
      });
    }
  },
);

describe('the conditions behind the messages', () => {
  const file = { status: 'PROCESSED', price_status: 'UNPAID', feasible: 'POSSIBLE', price: 5 } as const;

  test('POSSIBLE needs a modified file, attached now or earlier', { tags: ['X-VAL-20'] }, () => {
    expect(possibleRefusal({ ...file, mod_file_name: null }, { price: 5, hasAttachment: false })?.message).toBe(
      'Attachment of the mod file is missing!',
    );
    expect(possibleRefusal({ ...file, mod_file_name: 'm' }, { price: 5, hasAttachment: false })).toBeNull();
  });

  test('a paid file keeps its price', () => {
    const paid = { ...file, price_status: 'PAID', mod_file_name: 'm' } as const;
    expect(possibleRefusal(paid, { price: 9, hasAttachment: false })?.message).toBe(
      'The file is already paid; its price cannot be changed.',
    );
    expect(possibleRefusal(paid, { price: 5, hasAttachment: false })).toBeNull();
  });

  test('a refunded file shows what it cost', { tags: ['X-STA-09'] }, () => {
    const refunded = { ...file, status: 'REFUNDED', price_status: 'REFUNDED', price: 12.5 } as const;
    expect(customerCancelRefusal(refunded)?.message).toBe('Your file is already refunded, CRS:12.5');
  });

  test('cancel is offered only for unpaid files that have not ended', { tags: ['X-STA-08'] }, () => {
    expect(canCancel(file)).toBe(true);
    expect(canCancel({ ...file, price_status: 'PAID' })).toBe(false);
    expect(canCancel({ ...file, status: 'CANCELED' })).toBe(false);
    expect(canCancel({ ...file, status: 'NOT_SUPPORTED_SOLUTION', feasible: 'NOT_POSSIBLE' })).toBe(false);
  });

  test('a balance equal to the price is enough', { tags: ['X-CRS-04'] }, () => {
    expect(canAfford(5, 5)).toBe(true);
    expect(canAfford(4.99, 5)).toBe(false);
  });

  test('the wait text requires an unpaid file in progress, not refused', { tags: ['X-STA-12'] }, () => {
    expect(isBeingChecked({ ...file, status: 'IN_PROGRESS', feasible: null })).toBe(true);
    expect(isBeingChecked({ ...file, status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' })).toBe(false);
    expect(isBeingChecked({ ...file, status: 'PENDING', feasible: null })).toBe(false);
  });

  test('a file waits for an offer while it is open, unpaid and without feasibility', () => {
    const waiting = { ...file, feasible: null } as const;
    expect(isWaitingForOffer(waiting)).toBe(true);
    expect(isWaitingForOffer(file)).toBe(false);
    expect(isWaitingForOffer({ ...waiting, status: 'CANCELED' })).toBe(false);
    expect(isWaitingForOffer({ ...waiting, price_status: 'PAID' })).toBe(false);
  });
});
