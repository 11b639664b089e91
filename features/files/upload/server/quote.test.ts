import { beforeAll, expect, test } from 'vitest';
import { app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { VEHICLE } from '../../files.factory.ts';
import { createFile, getQuote } from '../upload.calls.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

test('a quote is what the upload of the same order then costs, and uploads nothing', async () => {
  const stage = await buildSolution(app, { name: 'Stage 1', credits: 60, order_no: 1 });
  const option = await buildSolution(app, { name: 'EGR OFF', type: 'OPTION', credits: 20, order_no: 2 });
  const { status, body } = await app.call(getQuote, { solutions: `${stage.id},${option.id}` }, customer);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      price: 80,
      solutions: [
        { id: stage.id, name: 'Stage 1', credits: 60 },
        { id: option.id, name: 'EGR OFF', credits: 20 },
      ],
      expected_time: { usually: null, mostly: null, orders: 0 },
    },
  });
  expect(await app.db.selectFrom('files').select('id').execute()).toEqual([]);
  const file = { name: 'golf.bin', bytes: new Uint8Array(64).fill(7) };
  const order = { ...VEHICLE, solution_ids: [stage.id, option.id] };
  const created = await app.call(createFile, order, { token: customer.token, file });
  expect((created.body as { file: { price: number } }).file.price).toBe(80);
});

test('what cannot be ordered has no quote', async () => {
  const [one, other] = [await buildSolution(app, { name: 'A' }), await buildSolution(app, { name: 'B' })];
  const codeOf = async (solutions: string) =>
    ((await app.call(getQuote, { solutions }, customer)).body as { code?: string }).code;
  expect(await codeOf('987654')).toBe('files.unknown_solution');
  expect(await codeOf(`${one.id},${other.id}`)).toBe('files.one_tuning');
  expect(await codeOf('one')).toBe('http.bad_input');
});
