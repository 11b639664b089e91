import { expect, test } from 'vitest';
import { listCountriesInForce, findPendingCountryChange, applyCountryChange } from './country-changes.ts';

const start = new Date('2026-03-01T12:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 24 * 3_600_000);
const settled = (country: string) => ({ country, previous_country: null, country_changed_at: null });
const moved = applyCountryChange(settled('Germany'), 'France', start);

test('after a change of country, the new and the old one both apply for 30 days', () => {
  expect(listCountriesInForce(settled('Germany'), start)).toEqual(['Germany']);
  expect(listCountriesInForce(moved, start)).toEqual(['France', 'Germany']);
  expect(listCountriesInForce(moved, later(29.99))).toEqual(['France', 'Germany']);
  expect(listCountriesInForce(moved, later(30))).toEqual(['France']);
  expect(findPendingCountryChange(moved, start)).toEqual({
    previous_country: 'Germany',
    until: later(30).toISOString(),
  });
});

test('a second change while one is pending keeps the original country and restarts the 30 days', () => {
  const again = applyCountryChange(moved, 'Spain', later(20));
  expect(listCountriesInForce(again, later(31))).toEqual(['Spain', 'Germany']);
  expect(listCountriesInForce(again, later(50))).toEqual(['Spain']);
});

test('after 30 days a further change starts from the new country', () => {
  expect(listCountriesInForce(applyCountryChange(moved, 'Spain', later(31)), later(31))).toEqual(['Spain', 'France']);
});

test('changing back cancels the pending change; saving the same country changes nothing', () => {
  expect(applyCountryChange(moved, 'Germany', later(1))).toEqual(settled('Germany'));
  expect(applyCountryChange(moved, 'France', later(29))).toBe(moved);
});

test('a first country applies alone at once; one that replaces an unknown country name does not', () => {
  expect(applyCountryChange(settled(''), 'France', start)).toEqual(settled('France'));
  expect(listCountriesInForce(applyCountryChange(settled('Atlantis'), 'France', start), start)).toEqual([
    'France',
    'Atlantis',
  ]);
});
