import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../app/endpoints.ts';
import { type Endpoint, hasQuery, listParameterNames } from '../contract/endpoint.ts';
import { buildCaller } from './testing/actors.ts';
import { isForAdministrators } from './testing/right-role.ts';
import { forgetAttemptsBeforeEach, app, openStage } from './testing/stage.ts';
import { buildTarget, nameOf } from './testing/targets.ts';

openStage();
forgetAttemptsBeforeEach();

const HALF_CHARACTER = '\ud800';

/** Values of the right type that nobody expects: what is not there, what no column holds, what no text should be. */
const ODD: Record<string, unknown[]> = {
  numbers: [0, -1, 424_242, 2_147_483_648, 9_007_199_254_740_991, 1e21, 0.1],
  texts: [
    '',
    ' ',
    'a\0b',
    HALF_CHARACTER,
    '😀'.repeat(300),
    '%',
    '\\',
    "';--",
    '424242',
    '9007199254740993',
    '-0',
    '١٢٣',
  ],
  times: ['0001-01-01', '9999-12-31', '2026-02-30', '2026-11-29T24:00:00Z', '+275760-09-13T00:00:00.000Z'],
  others: [null, true, [], [null], {}, { constructor: 1 }, [424_242], ['a\0b'], [2_147_483_648]],
};
const VALUES: readonly unknown[] = Object.values(ODD).flat();

const listFields = ({ input }: Endpoint): string[] =>
  input instanceof z.ZodMiniObject ? Object.keys(input.shape) : [];

/** Lists the places inside a value: the first item of each list, every field of each object. */
function listInside(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? ['0'].filter(() => value.length > 0) : Object.keys(value);
  return keys.flatMap((key) => [[key], ...listInside(Reflect.get(value, key)).map((rest) => [key, ...rest])]);
}

function replaceAt(value: unknown, [key = '', ...rest]: readonly string[], by: unknown): unknown {
  const inside = Object(value) as Record<string, unknown>;
  const replaced = rest.length === 0 ? by : replaceAt(inside[key], rest, by);
  if (!Array.isArray(value)) return { ...inside, [key]: replaced };
  return value.map((item: unknown, at) => (String(at) === key ? replaced : item));
}

const calls = endpoints
  .map((endpoint) => ({ endpoint, name: nameOf(endpoint), fields: listFields(endpoint) }))
  .filter(({ fields }) => fields.length > 0);

describe('an odd value in any field of an otherwise right call is no fault of the server', () => {
  test.each(calls)('$name', { timeout: 120_000 }, async ({ endpoint, fields }) => {
    const caller = await buildCaller(app.deps, isForAdministrators(endpoint) ? 'admin' : 'owner');
    const { input, file } = await buildTarget(app.deps, endpoint, caller);
    const inPath = listParameterNames(endpoint.path);
    const inside = Object.entries(input).flatMap(([field, value]) => listInside(value).map((rest) => [field, ...rest]));
    const places = [...fields.map((field) => [field]), ...inside].filter(([field = '']) => !inPath.includes(field));
    const faults: string[] = [];
    for (const place of places)
      for (const value of VALUES) {
        // An address cannot have it.
        if (value === HALF_CHARACTER && hasQuery(endpoint)) continue;
        const changed = replaceAt(input, place, value) as Record<string, unknown>;
        const { status } = await app.call(endpoint, changed, { token: caller.token, file });
        if (status >= 500) faults.push(`${place.join('.')} = ${JSON.stringify(value).slice(0, 60)}: ${status}`);
      }
    expect(faults).toEqual([]);
  });
});
