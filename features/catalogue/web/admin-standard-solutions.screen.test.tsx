import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { type Solution, addStandardSolutions, listSolutions } from '../catalogue.calls.ts';
import { buildListedSolution } from '../solutions.factory.ts';
import { STANDARD_SOLUTIONS } from '../standard-solutions.ts';
import AdminStandardSolutions from './admin-standard-solutions.screen.tsx';

function show(solutions: Solution[] = []) {
  const api = installFakeApi(
    fake(listSolutions, solutions),
    fake(addStandardSolutions, { message: '', added: ['ST1', 'EGR'], left_out: [] }),
  );
  return { api, ...renderScreen(<AdminStandardSolutions />, { at: '/admin/standard-solutions', user: ADMINISTRATOR }) };
}

test('what has a price is added, with the keyboard from field to field, and leads to the catalogue', async () => {
  const { visitor, api, location } = show();
  await visitor.type(await screen.findByLabelText('Stage 1'), '60');
  const egr = screen.getByLabelText(/^EGR OFF/);
  const prices = screen.getAllByRole('textbox');
  for (const next of prices.slice(1, prices.indexOf(egr) + 1)) {
    await visitor.tab();
    expect(next).toHaveFocus();
  }
  expect(egr).toHaveFocus();
  await visitor.keyboard('30{Enter}');
  await waitFor(() => expect(location()).toBe('/admin/solutions'));
  expect(api.callsOf(addStandardSolutions).map(({ input }) => input)).toEqual([
    {
      solutions: [
        { code: 'ST1', credits: 60 },
        { code: 'EGR', credits: 30 },
      ],
    },
  ]);
});

test('leaving with unsaved prices asks for confirmation', async () => {
  const shown = show();
  const field = await screen.findByLabelText('Stage 1');
  await expectGuarded(shown, {
    of: 'features/catalogue/web/admin-standard-solutions.screen.tsx',
    change: () => shown.visitor.type(field, '60'),
  });
});

test('solutions that concern emissions are marked, and a note above explains why', async () => {
  show();
  expect(await screen.findByText(/may not be driven on public roads/)).toBeVisible();
  const marked = STANDARD_SOLUTIONS.filter(({ isEmission }) => isEmission);
  expect(screen.getAllByText('Emissions')).toHaveLength(marked.length);
});

test('a wrong price shows an error at its field, no price at all one at the button; nothing is sent', async () => {
  const { visitor, api } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Add the priced solutions' }));
  expect(await screen.findByText('Enter a price for at least one solution.')).toBeVisible();
  await visitor.type(screen.getByLabelText('Stage 2'), 'a lot{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Stage 2')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByLabelText('Stage 1')).not.toHaveAttribute('aria-invalid');
  expect(api.callsOf(addStandardSolutions)).toEqual([]);
});

test('a standard price that can be read in two ways is refused at its field, and one with groups is added', async () => {
  const { visitor, api } = show();
  await visitor.type(await screen.findByLabelText('Stage 1'), '1.000{Enter}');
  expect(await screen.findByText(/“1.000” can be read as “1000” or as “1”[.]/)).toBeVisible();
  expect(api.callsOf(addStandardSolutions)).toEqual([]);
  await visitor.clear(screen.getByLabelText('Stage 1'));
  await visitor.type(screen.getByLabelText('Stage 1'), '1 000{Enter}');
  await waitFor(() => expect(api.callsOf(addStandardSolutions)).toHaveLength(1));
  expect(api.callsOf(addStandardSolutions)[0]?.input).toEqual({ solutions: [{ code: 'ST1', credits: 1000 }] });
});

test('solutions already in the catalogue are not in the form; when it has all, there are no fields', async () => {
  const { unmount } = show([buildListedSolution({ name: 'Stage 1', code: 'X' })]);
  expect(await screen.findByLabelText('Stage 2')).toBeVisible();
  expect(screen.queryByLabelText('Stage 1')).toBeNull();
  unmount();
  show(STANDARD_SOLUTIONS.map(({ name, code, type }, id) => buildListedSolution({ id, name, code, type })));
  expect(await screen.findByText(/already offer every standard solution/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
