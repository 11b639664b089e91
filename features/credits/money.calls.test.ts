import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints, nameOf } from '../../app/endpoints.ts';
import { invalid } from '../../contract/texts.ts';

describe('every call that takes money reads it in the same way', () => {
  const MONEY = /^(?:credits|price|amount|credit_balance|ai_credit_balance)$/;
  const listFields = (schema: unknown): [string, z.ZodMiniType][] => {
    if (schema instanceof z.ZodMiniArray) return listFields(schema.def.element);
    if (!(schema instanceof z.ZodMiniObject)) return [];
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      MONEY.test(name) ? [[name, field as z.ZodMiniType]] : listFields(field),
    );
  };
  const money = endpoints
    // A filter by price compares a word.
    .filter(({ method }) => method !== 'GET')
    .flatMap((endpoint) =>
      listFields(endpoint.input).map(([field, schema]) => ({ call: nameOf(endpoint), field, schema })),
    );

  test('they are found in all calls', () => {
    expect(money.map(({ call, field }) => `${call} ${field}`).toSorted()).toEqual([
      'addSolution credits',
      'addStandardSolutions credits',
      'bookPayment credits',
      'confirmAndPay price',
      'patchSolution credits',
      'patchUser ai_credit_balance',
      'patchUser credit_balance',
      'paySandbox amount',
      'sendSandboxNotice amount',
      'setFeasibility price',
      'updateSolution credits',
      'updateUser ai_credit_balance',
      'updateUser credit_balance',
    ]);
  });

  test.each(money)('$field of $call: groups are read, "1.000" is refused with both readings', ({ schema }) => {
    expect(z.safeParse(schema, '1 200')).toMatchObject({ success: true, data: 1200 });
    expect(z.safeParse(schema, 1200)).toMatchObject({ success: true, data: 1200 });
    for (const text of ['1.000', '1,000']) {
      expect(z.safeParse(schema, text).error?.issues.map(({ message }) => message)).toEqual([
        invalid('errors.fields.amount_ambiguous', { text, grouped: 1000, decimal: 1 }),
      ]);
    }
  });
});
