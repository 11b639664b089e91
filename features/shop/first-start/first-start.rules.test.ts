import { expect, test } from 'vitest';
import { FIRST_START_STEPS, type FirstStartFacts } from './first-start.calls.ts';
import { countDone, findDoneSteps } from './first-start.rules.ts';

const AT = '2026-11-20T09:30:00.000Z';

const NOTHING: FirstStartFacts = {
  shop: { name: null, logo_url: null },
  catalogue: { offered: 0 },
  hours: { is_set: false, written: '', time_zone: 'UTC' },
  mail: { has_server: false, test: null },
  payment: { provider: null, is_test: false, credited_at: null },
  backup: { has_target: false, schedule: null, made_at: null, failed_at: null, requested_at: null },
  services: { google: 'UNDECIDED', gain: 'UNDECIDED', social: 'UNDECIDED', chat: 'UNDECIDED' },
  trial: { customer: false, upload: false, price: false, pay: false, download: false, file_id: null },
};

const TEST_MAIL = {
  to: 'a@example.com',
  posted_at: AT,
  sent_at: AT,
  refused_at: null,
  attempts: 1,
  reply: '250 OK',
  last_error: null,
};

test('an empty portal has no step done', () => {
  expect(countDone(findDoneSteps(NOTHING))).toBe(0);
  expect(Object.keys(findDoneSteps(NOTHING))).toEqual([...FIRST_START_STEPS]);
});

test.each<[string, Partial<FirstStartFacts>, string[]]>([
  ['a name without a logo', { shop: { name: 'Vardar', logo_url: null } }, []],
  ['a name and a logo', { shop: { name: 'Vardar', logo_url: '/api/media/a' } }, ['shop']],
  ['one solution', { catalogue: { offered: 1 } }, ['catalogue']],
  ['hours', { hours: { is_set: true, written: 'Mon 08:00-17:00', time_zone: 'UTC' } }, ['hours']],
  ['a mail that a server took', { mail: { has_server: true, test: TEST_MAIL } }, ['mail']],
  ['a mail in a folder', { mail: { has_server: false, test: { ...TEST_MAIL, reply: null } } }, []],
  ['a mail on its way', { mail: { has_server: true, test: { ...TEST_MAIL, sent_at: null, reply: null } } }, []],
  ['a provider without a payment', { payment: { provider: 'PayPal', is_test: true, credited_at: null } }, []],
  ['a credited payment', { payment: { provider: 'PayPal', is_test: true, credited_at: AT } }, ['payment']],
  ['a backup that failed', { backup: { ...NOTHING.backup, failed_at: AT } }, []],
  ['a backup', { backup: { ...NOTHING.backup, made_at: AT } }, ['backup']],
  ['an address of a chat', { services: { ...NOTHING.services, chat: 'SET_UP' } }, ['chat']],
  [
    'no use for Google and Gain',
    { services: { ...NOTHING.services, google: 'NOT_USED', gain: 'NOT_USED' } },
    ['google', 'gain'],
  ],
  [
    'a paid order that was not downloaded',
    { trial: { ...NOTHING.trial, customer: true, upload: true, price: true, pay: true, file_id: 1 } },
    [],
  ],
  [
    'a whole order',
    { trial: { customer: true, upload: true, price: true, pay: true, download: true, file_id: 1 } },
    ['trial'],
  ],
])('%s', (_, facts, expected) => {
  const done = findDoneSteps({ ...NOTHING, ...facts });
  expect(FIRST_START_STEPS.filter((step) => done[step])).toEqual(expected);
});
