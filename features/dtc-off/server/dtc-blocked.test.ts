import { expect, test } from 'vitest';
import { readBlockedDtcs } from './dtc-blocked.ts';

test('DTC_BLOCKED names single codes or all that concern emissions, for everyone or for one country', () => {
  expect(readBlockedDtcs(' emission@DE, P0420 ,29CD@US')).toEqual([
    { what: 'emission', country: 'Germany' },
    { what: 'P0420', country: null },
    { what: '29CD', country: 'United States' },
  ]);
  expect([readBlockedDtcs(undefined), readBlockedDtcs('')]).toEqual([[], []]);
});

test.each(['P04', 'p0420', 'emissions', 'emission@Germany', 'emission@de', 'P0420@DE@FR', 'emission@'])(
  'the portal does not start with %j in DTC_BLOCKED, rather than letting those codes through',
  (text) => {
    expect(() => readBlockedDtcs(text)).toThrow('DTC_BLOCKED');
  },
);
