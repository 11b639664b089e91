import { one, type Mutant } from './mutant.ts';

const PAYMENT = 'features/files/server/payment.test.ts';
const SETTLE = 'features/payments/server/settle.test.ts';
const THIRD_PROVIDER = 'features/payments/server/third-provider.test.ts';
const GENERATE = 'features/dtc-off/server/generate.test.ts';
const LEDGER = 'features/credits/server/credits.test.ts';
const PATCH = 'app/server/patch.test.ts';
const PAYMENT_TS = 'features/files/server/payment.ts';
const CREDITS_TS = 'features/credits/server/credits.ts';
const POST_TS = 'features/credits/server/post-journal.ts';
const BOOK_TS = 'features/payments/server/book-notice.ts';
const SETTLE_TS = 'features/payments/server/settle.ts';
const GENERATE_TS = 'features/dtc-off/server/generate.ts';
const LEDGER_SQL = 'server/database/migrations/0200-baseline.sql';

export const MONEY: Mutant[] = [
  one(
    'no lock: two refunds read what is left at once',
    'features/credits/server/provider-money.ts',
    ['select pg_advisory_xact_lock(hashtextextended(${`payment:${reference}`}, 0))', 'select ${reference}::text'],
    SETTLE,
  ),
  {
    name: 'no lock: the price is read before the file is held',
    edits: [
      {
        file: PAYMENT_TS,
        from: "  const paid = await changeFile(tx, actor, id)\n    .set({ price_status: 'PAID'",
        to: "  const seen = await tx.selectFrom('files').select('price_cents').where('id', '=', id).executeTakeFirst();\n  const paid = await changeFile(tx, actor, id)\n    .set({ price_status: 'PAID'",
      },
      {
        file: PAYMENT_TS,
        from: 'await payForFile(tx, actor, paid)',
        to: 'await payForFile(tx, actor, { ...paid, price_cents: seen?.price_cents ?? 0 })',
      },
    ],
    tests: [PAYMENT],
  },
  one(
    'no key: the same event is posted again',
    POST_TS,
    ['${journal.key}, ${journal.source}', '${`${journal.key}:${Math.random()}`}, ${journal.source}'],
    PAYMENT,
    SETTLE,
    LEDGER,
  ),
  one(
    'no guard: an account is spent below zero',
    LEDGER_SQL,
    ['or a.balance_cents + new.amount_cents >= 0 or', 'or true or'],
    PAYMENT,
  ),
  one('every journal may overdraw', POST_TS, ['${journal.mayOverdraw ?? false}', '${true}'], PAYMENT, LEDGER),
  one(
    'absolute balance write: an edit posts what is wanted, not the difference',
    CREDITS_TS,
    ['amountCents: requestedCents - current.balance_cents', 'amountCents: requestedCents'],
    'features/accounts/server/users.test.ts',
  ),
  one(
    'a stale view of the balance is overwritten',
    CREDITS_TS,
    ['if (!current || seenCents === null) throw', 'if (!current && seenCents === -1) throw'],
    'features/accounts/server/users.test.ts',
  ),
  one(
    'the refund is of the current price',
    CREDITS_TS,
    [
      '  const lines = taken.map((line) => ({\n    userId: line.user_id as number,\n    unit: line.unit,\n    amountCents: -line.amount_cents,\n  }));',
      "  const { price_cents: amountCents } = await tx.selectFrom('files').select('price_cents').where('id', '=', fileId).executeTakeFirstOrThrow();\n  const lines = taken.map((line) => ({ userId: line.user_id as number, unit: line.unit, amountCents }));",
    ],
    'features/files/server/refund.test.ts',
  ),
  {
    name: 'a file is refunded twice',
    edits: [
      {
        file: PAYMENT_TS,
        from: ".where('price_status', '=', 'PAID')\n      .where('status', 'in', ['IN_PROGRESS', 'PROCESSED'])",
        to: ".where('price_status', 'in', ['PAID', 'REFUNDED'])",
      },
      { file: CREDITS_TS, from: 'key: `refund:${file.id}`', to: 'key: `refund:${file.id}:${Math.random()}`' },
    ],
    tests: [PAYMENT],
  },
  one(
    'a canceled file is undone after its refund',
    PAYMENT_TS,
    [
      ".where('price_status', '=', 'UNPAID')\n      .where('status', 'in', ['CANCELED', 'NOT_SUPPORTED_SOLUTION'])",
      ".where('status', 'in', ['CANCELED', 'NOT_SUPPORTED_SOLUTION', 'REFUNDED'])",
    ],
    PAYMENT,
  ),
  one(
    'is_first is believed',
    GENERATE_TS,
    [
      'const isCharged = held.charged_at === null && (',
      'const isCharged = held.charged_at === null && made.isFirstDeclared !== false && (',
    ],
    GENERATE,
  ),
  one(
    'charged before the file is made',
    GENERATE_TS,
    [
      'const evidence = await makeFile(',
      'await deps.db.transaction().execute((tx) => settleSession(tx, actor, session, deps.clock.now()));\n  const evidence = await makeFile(',
    ],
    GENERATE,
  ),
  one(
    'a notice is credited before it is VERIFIED',
    SETTLE_TS,
    [
      "message.verification === 'WAITING' ? await askProvider(deps, verify, message) : 'VERIFIED'",
      "message.verification === 'WAITING' ? await askProvider(deps, () => Promise.resolve('VERIFIED'), message) : 'VERIFIED'",
    ],
    SETTLE,
  ),
  one(
    'any answer of the provider counts as VERIFIED',
    'features/payments/server/paypal/verification.ts',
    [
      "if (response === 'VERIFIED' || response === 'INVALID') return response;",
      "return response === 'INVALID' ? response : 'VERIFIED';",
    ],
    'features/payments/server/paypal/paypal.test.ts',
    'features/payments/server/outage.long.test.ts',
  ),
  one('no receiver check', BOOK_TS, ['|| receivers.includes(receiver)', '|| receivers.length > 0'], SETTLE),
  one(
    'only the primary address of the account that was paid is compared',
    BOOK_TS,
    ['receivers.includes(receiver)', 'receivers[0] === receiver'],
    SETTLE,
  ),
  one(
    'a confirmed payment that does not fit is discarded',
    BOOK_TS,
    ["outcome: 'REVIEW', reason: 'other_receiver'", "outcome: 'IGNORED', reason: 'other_receiver'"],
    SETTLE,
  ),
  one(
    'no currency check',
    BOOK_TS,
    [
      "if (notice.currency !== 'EUR') return { outcome: 'REVIEW', reason: 'currency' };\n  if (amountCents",
      'if (amountCents',
    ],
    SETTLE,
  ),
  one(
    'no check of the transaction before',
    BOOK_TS,
    ['  if (before) {', '  if (before && before.paidCents < 0) {'],
    SETTLE,
  ),
  one(
    'equal numbers of two providers are one payment',
    'features/payments/server/provider.ts',
    [
      'transactionId: `${referencePrefix}${transactionId}`',
      'transactionId: `${referencePrefix.slice(99)}${transactionId}`',
    ],
    THIRD_PROVIDER,
  ),
  one(
    'a message is verified by a provider that did not send it',
    SETTLE_TS,
    ['paymentProvider?.id === message.provider ?', 'paymentProvider?.id !== undefined ?'],
    THIRD_PROVIDER,
  ),
  one(
    'a test payment counts where payments are real',
    BOOK_TS,
    ['if (notice.isTest !== provider.isTest)', 'if (notice.isTest === undefined)'],
    THIRD_PROVIDER,
  ),
  one(
    'an amount with two readings is decided for its writer',
    'features/credits/money.rules.ts',
    ['if (AMBIGUOUS.test(trimmed)) {', "if (AMBIGUOUS.test('')) {"],
    'features/credits/money.rules.test.ts',
    'features/files/review/server/feasibility.test.ts',
  ),
  one(
    'a refund takes more than is left',
    BOOK_TS,
    ['Math.min(claimedCents, payment.leftCents)', 'claimedCents'],
    SETTLE,
  ),
  one(
    'the credits go when the file cannot be paid',
    'features/payments/server/book-notice.ts',
    ['if (!(error instanceof Refusal) && !(error instanceof HttpProblem)) throw error;', 'throw error;'],
    SETTLE,
  ),
  one(
    'a balance that a patch leaves out becomes 0',
    CREDITS_TS,
    ['    const requested = edit.requested[unit];\n', '    const requested = edit.requested[unit] ?? 0;\n'],
    PATCH,
  ),
  one(
    'a patch writes a balance without the version with which it was read',
    'features/accounts/account-forms.ts',
    ['seen !== undefined || (main === undefined && ai === undefined)', 'seen !== null && main !== null && ai !== null'],
    PATCH,
  ),
  one(
    'two patches at once: one reads what the other has not written yet',
    'features/catalogue/server/catalogue.ts',
    ['selectSolution(tx, id).forUpdate()', 'selectSolution(tx, id)'],
    PATCH,
  ),
];
