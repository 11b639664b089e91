import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../app/endpoints.ts';
import { routes } from '../app/server/routes.ts';
import { nameOf } from './testing/targets.ts';

const isInPages = (endpoint: Endpoint) =>
  routes.some((one) => one.endpoint === endpoint && one.listSources !== undefined);

/** The maximum number of rows that the contract allows in a list; null: any number. */
function findMax(schema: z.ZodMiniArray): number | null {
  const checks = schema.def.checks ?? [];
  const most = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? ((def as { maximum?: number }).maximum ?? []) : [],
  );
  return most.length === 0 ? null : Math.min(...most);
}

/** Lists the reply itself, or each of its forms if it has several (a whole list or one page of it). */
const listForms = (schema: unknown): readonly unknown[] =>
  schema instanceof z.ZodMiniUnion ? schema.def.options.flatMap(listForms) : [schema];

const lists = endpoints.flatMap((endpoint) =>
  listForms(endpoint.reply).flatMap((schema) =>
    schema instanceof z.ZodMiniArray ? [{ endpoint, name: nameOf(endpoint), schema }] : [],
  ),
);

test('the API has lists', () => {
  expect(lists.length).toBeGreaterThan(15);
});

test.each(lists)('$name: the list is paginated or has a maximum length', ({ endpoint, schema }) => {
  if (isInPages(endpoint)) return;
  expect(findMax(schema)).toBeGreaterThan(0);
  expect(findMax(schema)).toBeLessThanOrEqual(100_000);
});
