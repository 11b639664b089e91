import { expect, test } from 'vitest';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { listSolutions, type Solution } from '../catalogue.calls.ts';
import * as contract from '../catalogue.calls.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { STANDARD_SOLUTIONS } from '../standard-solutions.ts';
import { buildSolution } from './catalogue.factory.ts';

openStage({ forEachTest: true });

const add = (solutions: { code: string; credits: number }[]) =>
  app.call(contract.addStandardSolutions, { solutions }, admin);
const offered = async () => (await app.call(listSolutions, {}, admin)).body as Solution[];

test('only solutions with a price are added, with their drawings and in the standard order', async () => {
  const { status, body } = await add([
    { code: 'EGR', credits: 30 },
    { code: 'ST2', credits: 80 },
    { code: 'ST1', credits: 60 },
  ]);
  expect([status, body.added, body.left_out]).toEqual([201, ['ST1', 'ST2', 'EGR'], []]);
  const fields = (await offered()).map(({ name, credits, order_no, image_url }) => [
    name,
    credits,
    order_no,
    image_url,
  ]);
  expect(fields).toEqual([
    ['Stage 1', 60, 1, '/solutions/stage-1.svg'],
    ['Stage 2', 80, 2, '/solutions/stage-2.svg'],
    ['EGR OFF', 30, 1, '/solutions/egr-off.svg'],
  ]);
  const { changes } = (await app.call(listChanges, { about: 'Stage 1' }, admin)).body as { changes: Change[] };
  expect(changes.map(({ kind, new_value }) => [kind, new_value])).toEqual([['CREATED', '60 CRS']]);
});

test('a solution that is there already, by name or code, is left as it is', async () => {
  await buildSolution(app, { name: 'stage 1', code: 'OWN', credits: 99, order_no: 5 });
  await buildSolution(app, { name: 'Saving fuel', code: 'eco', credits: 45, order_no: 6 });
  const { body } = await add([
    { code: 'ST1', credits: 60 },
    { code: 'ST2', credits: 80 },
    { code: 'ECO', credits: 50 },
  ]);
  expect([body.added, body.left_out]).toEqual([['ST2'], ['ST1', 'ECO']]);
  expect((await offered()).map(({ name, credits, order_no }) => [name, credits, order_no])).toEqual([
    ['stage 1', 99, 5],
    ['Saving fuel', 45, 6],
    ['Stage 2', 80, 7],
  ]);
});

test('simultaneous requests add each solution only once', async () => {
  const all = STANDARD_SOLUTIONS.map(({ code }) => ({ code, credits: 10 }));
  const replies = await Promise.all([add(all), add(all), add(all)]);
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const counts = replies.map(({ body }) => (body.added as string[]).length);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, STANDARD_SOLUTIONS.length]);
  expect(await offered()).toHaveLength(STANDARD_SOLUTIONS.length);
});

test.each([
  ['no solution at all', []],
  ['one that is none of the standard ones', [{ code: 'XXX', credits: 1 }]],
  ['a price in cents', [{ code: 'ST1', credits: 0.5 }]],
  ['a price below 0', [{ code: 'ST1', credits: -1 }]],
])('%s is refused, and nothing is added', async (_, solutions) => {
  expect((await add(solutions)).status).toBe(400);
  expect(await offered()).toEqual([]);
});
