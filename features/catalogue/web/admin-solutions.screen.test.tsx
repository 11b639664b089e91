import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import * as contract from '../catalogue.calls.ts';
import { listSolutionImages } from '../catalogue.calls.ts';
import AdminAddSolution from './admin-add-solution.screen.tsx';
import AdminEditSolution from './admin-edit-solution.screen.tsx';
import AdminSolutions from './admin-solutions.screen.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { buildListedSolution } from '../solutions.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const STAGE = buildListedSolution({ image_url: '/solutions/stage-1.svg' });
const DPF: contract.Solution = {
  ...STAGE,
  id: 2,
  name: 'DPF OFF',
  code: 'DPF',
  type: 'OPTION',
  credits: 40,
  image_url: null,
};
const IMAGES = [{ id: 5, name: 'Turbo', url: `/api/media/${'a'.repeat(32)}-512.webp` }];

const cells = (row: HTMLElement) => readTexts(within(row).getAllByRole('cell'));

describe('the solution list', () => {
  function open(at = '/admin/solutions', solutions = [STAGE, DPF]) {
    const api = installFakeApi(
      fake(contract.listSolutions, solutions),
      fake(contract.deleteSolution, { message: 'Solution deleted successfully!' }),
    );
    return { ...renderScreen(<AdminSolutions />, { at, user: ADMINISTRATOR }), api };
  }

  test(
    'has the columns Name, Code, Credits, Type, Order and Actions',
    { tags: ['A-SOL-02', 'A-SOL-03', 'A-SOL-04', 'A-SOL-05', 'A-SOL-06', 'A-SOL-07'] },
    async () => {
      open();
      expect(screen.getByRole('heading', { level: 1, name: 'Solution Price' })).toBeVisible();
      const row = await screen.findByRole('row', { name: /Stage 1/ });
      expect(readTexts(screen.getAllByRole('columnheader'))).toEqual([
        'Name',
        'Code',
        'Credits',
        'Type',
        'Order',
        'Actions',
      ]);
      expect(screen.getByRole('columnheader', { name: 'Actions' }).querySelector('.sr-only')).toBeNull();
      expect(cells(row).slice(0, 5)).toEqual(['Stage 1', 'ST1', '60', 'TUNING', '2']);
    },
  );

  test('a price is changed in its row: pressed, typed, Enter; Esc leaves it as it was', async () => {
    const { visitor, api } = open();
    api.use(fake(contract.patchSolution, { ...STAGE, credits: 75 }));
    const price = async () => screen.findByRole('button', { name: '60, price of Stage 1' });
    await visitor.click(await price());
    await visitor.keyboard('99{Escape}');
    await waitFor(async () => expect(await price()).toHaveFocus());
    await visitor.click(await price());
    await visitor.keyboard('7,5{Enter}');
    expect(shownMessages()).toEqual(['error: Please enter whole credits, from 0 to 100000.']);
    await visitor.clear(screen.getByRole('textbox', { name: 'price of Stage 1' }));
    await visitor.keyboard('75{Enter}');
    // Nothing else is sent: a name that was changed meanwhile stays.
    await waitFor(() =>
      expect(api.callsOf(contract.patchSolution).map(({ input }) => input)).toEqual([{ id: '1', credits: 75 }]),
    );
  });

  test('an open price never moves to the row of another solution', async () => {
    const solutions = Array.from({ length: 300 }, (_, index) => ({
      ...STAGE,
      id: index + 1,
      name: `Stage ${index + 100}`,
    }));
    const { visitor } = open('/admin/solutions', solutions);
    await visitor.click(await screen.findByRole('button', { name: /price of Stage 102$/ }));
    await screen.findByRole('textbox', { name: 'price of Stage 102' });
    await visitor.dblClick(screen.getByRole('button', { name: 'Name' }));
    expect(await screen.findByText('Stage 399')).toBeVisible();
    expect(screen.queryByText('Stage 102')).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: /^price of/ })).not.toBeInTheDocument();
  });

  test('can be searched by name, code or type', { tags: ['A-SOL-01'] }, async () => {
    const { visitor } = open();
    await screen.findByText('Stage 1');
    const search = screen.getByPlaceholderText('Search by name, code, or type...');
    for (const [text, found] of [
      ['dpf', ['DPF OFF']],
      ['st1', ['Stage 1']],
      ['option', ['DPF OFF']],
    ] as const) {
      await visitor.clear(search);
      await visitor.type(search, text);
      const names = screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => cells(row)[0]);
      expect(names).toEqual(found);
    }
    await visitor.type(search, 'xyz');
    expect(screen.getByText('No results for “optionxyz”')).toBeVisible();
  });

  test('links to a new solution and to each existing one', { tags: ['A-SOL-08', 'A-SOL-09'] }, async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Edit DPF OFF' })).toHaveAttribute('href', '/admin/edit-solution/2');
    expect(screen.getByRole('link', { name: 'Add New Solution' })).toHaveAttribute('href', '/admin/add-solution');
  });

  test('is deleted after confirmation, with a message', { tags: ['A-SOL-10', 'A-SOL-M02', 'X-ERR-47'] }, async () => {
    const { visitor, api } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Delete DPF OFF' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this solution?' });
    expect(within(dialog).getByText('DPF OFF')).toBeVisible();
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: Solution deleted successfully!']));
    expect(api.callsOf(contract.deleteSolution).map(({ input }) => input)).toEqual([{ id: '2' }]);
  });

  test('a failed deletion is shown and leaves the confirmation open', { tags: ['A-SOL-M01', 'X-ERR-46'] }, async () => {
    const { visitor, api } = open();
    api.use(fake(contract.deleteSolution, no(500)));
    await visitor.click(await screen.findByRole('button', { name: 'Delete DPF OFF' }));
    await visitor.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to delete solution. Please try again.']));
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  test('the confirmation is an accessible dialog', async () => {
    const { visitor } = open();
    await screen.findByText('DPF OFF');
    await expectSoundDialog({
      of: 'features/catalogue/web/admin-solutions.screen.tsx',
      visitor,
      role: 'alertdialog',
      name: 'Are you sure you want to delete this solution?',
      opener: () => screen.getByRole('button', { name: 'Delete DPF OFF' }),
    });
  });

  test('is cards on a phone, with messages for an empty list and a failure', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    setScreenWidth(360);
    const { api, unmount } = open();
    expect(await screen.findByRole('button', { name: 'Delete DPF OFF' })).toHaveTextContent('Delete');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    unmount();
    api.use(fake(contract.listSolutions, []));
    const empty = renderScreen(<AdminSolutions />, { user: ADMINISTRATOR });
    expect(await screen.findByText('No solutions found.')).toBeVisible();
    empty.unmount();
    api.use(fake(contract.listSolutions, no(500)));
    renderScreen(<AdminSolutions />, { user: ADMINISTRATOR });
    expect(await screen.findByText('Could not load.')).toBeVisible();
  });
});

describe('adding a solution', () => {
  function open() {
    const api = installFakeApi(
      fake(contract.listSolutions, []),
      fake(listSolutionImages, IMAGES),
      fake(contract.addSolution, STAGE),
    );
    return {
      ...renderScreen(<AdminAddSolution />, {
        at: '/admin/add-solution',
        path: '/admin/add-solution',
        user: ADMINISTRATOR,
      }),
      api,
    };
  }
  const press = () => screen.getByRole('button', { name: 'Add Solution' });

  test(
    'sends name, code, whole credits, type, order and the chosen image, and leads to the list',
    {
      tags: [
        'A-SOA-01',
        'A-SOA-02',
        'A-SOA-03',
        'A-SOA-04',
        'A-SOA-05',
        'A-SOA-06',
        'A-SOA-07',
        'A-SOA-08',
        'A-SOA-09',
        'X-VAL-21',
        'X-CRS-09',
        'X-API-45',
      ],
    },
    async () => {
      const { visitor, api, location } = open();
      expect(screen.getByRole('heading', { level: 1, name: 'Add Solution' })).toBeVisible();
      await visitor.type(screen.getByLabelText(/^Solution Name/), 'Launch Control');
      await visitor.type(screen.getByLabelText(/^Code/), 'LCH');
      await visitor.type(screen.getByLabelText(/^Credits/), '45');
      const type = screen.getByLabelText('Type');
      expect(readTexts(within(type).getAllByRole('option'))).toEqual(['TUNING', 'OPTION']);
      await visitor.selectOptions(type, 'OPTION');
      await visitor.type(screen.getByLabelText('Order Number'), '7');
      await visitor.click(await screen.findByRole('radio', { name: 'Turbo' }));
      await visitor.click(press());
      await waitFor(() => expect(location()).toBe('/admin/solutions'));
      expect(api.callsOf(contract.addSolution).map(({ input }) => input)).toEqual([
        { name: 'Launch Control', code: 'LCH', credits: 45, type: 'OPTION', order_no: 7, image_url: IMAGES[0]?.url },
      ]);
      expect(shownMessages()).toEqual(['success: Solution added successfully!']);
    },
  );

  test('needs a name, a code and whole credits', { tags: ['X-VAL-21'] }, async () => {
    const { visitor, api } = open();
    await visitor.type(screen.getByLabelText(/^Credits/), '4.5');
    await visitor.click(press());
    for (const nameError of [
      'Please enter a name.',
      'Please enter a code.',
      'Please enter whole credits, from 0 to 100000.',
    ]) {
      expect(await screen.findByText(nameError)).toBeVisible();
    }
    expect(api.callsOf(contract.addSolution)).toEqual([]);
  });

  test.each(['1.000', '1,000'])('the price "%s" is not saved as 1: both readings are named', async (price) => {
    const { visitor, api } = open();
    await visitor.type(screen.getByLabelText(/^Solution Name/), 'Eco');
    await visitor.type(screen.getByLabelText(/^Code/), 'ECO');
    await visitor.type(screen.getByLabelText(/^Credits/), price);
    await visitor.click(press());
    expect(await screen.findByText(new RegExp(`“${price}” can be read as “1000” or as “1”[.]`))).toBeVisible();
    expect(api.callsOf(contract.addSolution)).toEqual([]);
  });

  test('shows an error when it fails, and keeps what was typed', { tags: ['A-SOA-M01', 'X-ERR-48'] }, async () => {
    const { visitor, api } = open();
    api.use(fake(contract.addSolution, no(500)));
    await visitor.type(screen.getByLabelText(/^Solution Name/), 'Eco');
    await visitor.type(screen.getByLabelText(/^Code/), 'ECO');
    await visitor.type(screen.getByLabelText(/^Credits/), '60');
    await visitor.click(press());
    expect(await screen.findByText('Failed to add solution. Please try again.')).toBeVisible();
    expect(screen.getByLabelText(/^Solution Name/)).toHaveValue('Eco');
  });
});

describe('editing a solution', () => {
  function open(response: Parameters<typeof fake<typeof contract.getSolution>>[1] = STAGE) {
    const api = installFakeApi(
      fake(contract.getSolution, response),
      fake(contract.listSolutions, [STAGE]),
      fake(listSolutionImages, IMAGES),
      fake(contract.updateSolution, STAGE),
    );
    const at = '/admin/edit-solution/1';
    return {
      ...renderScreen(<AdminEditSolution />, { at, path: '/admin/edit-solution/:id', user: ADMINISTRATOR }),
      api,
    };
  }
  const press = () => screen.getByRole('button', { name: 'Update Solution' });

  test(
    'starts with the current values and saves the changes',
    {
      tags: [
        'A-SOE-01',
        'A-SOE-02',
        'A-SOE-03',
        'A-SOE-04',
        'A-SOE-05',
        'A-SOE-06',
        'A-SOE-07',
        'A-SOE-08',
        'A-SOE-09',
        'A-SOE-10',
        'X-API-46',
        'X-API-47',
      ],
    },
    async () => {
      const { visitor, api, location } = open();
      expect(screen.getByRole('heading', { level: 1, name: 'Edit Solution' })).toBeVisible();
      expect(await screen.findByLabelText(/^Solution Name/)).toHaveValue('Stage 1');
      expect(screen.getByLabelText(/^Code/)).toHaveValue('ST1');
      expect(screen.getByLabelText('Type')).toHaveValue('TUNING');
      expect(screen.getByLabelText('Order Number')).toHaveValue('2');
      // A drawing that is not among the uploaded images is offered as the current image.
      expect(await screen.findByRole('radio', { name: 'Current image' })).toBeChecked();
      await visitor.clear(screen.getByLabelText(/^Credits/));
      await visitor.type(screen.getByLabelText(/^Credits/), '75');
      await visitor.click(screen.getByRole('radio', { name: 'No image' }));
      await visitor.click(press());
      await waitFor(() => expect(location()).toBe('/admin/solutions'));
      const { image_url: _, ...rest } = STAGE;
      expect(api.callsOf(contract.updateSolution)[0]?.input).toEqual({
        ...rest,
        id: '1',
        credits: 75,
        image_url: null,
      });
      expect(shownMessages()).toEqual(['success: Solution updated successfully!']);
    },
  );

  test('keeps what a colleague has changed meanwhile', async () => {
    const { visitor, api } = open();
    await visitor.type(await screen.findByLabelText(/^Solution Name/), ' plus');
    api.use(fake(contract.getSolution, { ...STAGE, credits: 65, code: 'ST-1' }));
    await visitor.click(press());
    await waitFor(() => expect(api.callsOf(contract.updateSolution)).toHaveLength(1));
    const changed = { ...STAGE, id: '1', name: 'Stage 1 plus', credits: 65, code: 'ST-1' };
    expect(api.callsOf(contract.updateSolution)[0]?.input).toEqual(changed);
  });

  test('sends no order number when it was cleared, which means last in order', async () => {
    const { visitor, api } = open();
    await visitor.clear(await screen.findByLabelText('Order Number'));
    await visitor.click(press());
    await waitFor(() => expect(api.callsOf(contract.updateSolution)).toHaveLength(1));
    expect(api.callsOf(contract.updateSolution)[0]?.input).toMatchObject({ order_no: null });
  });

  test('accepts no comma in the name', async () => {
    const { visitor, api } = open();
    await visitor.type(await screen.findByLabelText(/^Solution Name/), ', loud');
    await visitor.click(press());
    const nameError = 'Please leave commas out of the name: files list their solutions with them.';
    expect(await screen.findByText(nameError)).toBeVisible();
    expect(api.callsOf(contract.updateSolution)).toEqual([]);
  });

  test('that fails shows an error; a refusal stands at its field', { tags: ['A-SOE-M01', 'X-ERR-49'] }, async () => {
    const { visitor, api } = open();
    api.use(fake(contract.updateSolution, no(500)));
    await screen.findByLabelText(/^Solution Name/);
    await visitor.click(press());
    expect(await screen.findByText('Failed to update solution. Please try again.')).toBeVisible();
    api.use(fake(contract.updateSolution, no(400, 'This image is not there any more.', 'image_url')));
    await visitor.click(press());
    expect(await screen.findByText('This image is not there any more.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Image' })).toHaveAccessibleDescription(
      expect.stringContaining('This image is not there any more.'),
    );
  });

  test('shows a message when the solution no longer exists', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open(no(404));
    expect(await screen.findByText('Solution not found, or deleted.')).toBeVisible();
  });
});

test('leaving a changed solution asks for confirmation', async () => {
  installFakeApi(fake(contract.listSolutions, [STAGE, DPF]), fake(listSolutionImages, IMAGES));
  const shown = renderScreen(<AdminAddSolution />, { at: '/admin/add-solution', user: ADMINISTRATOR });
  await expectGuarded(shown, {
    of: 'features/catalogue/web/admin-solution-form.tsx',
    change: async () => shown.visitor.type(await screen.findByLabelText(/^Solution Name/), 'Stage 3'),
  });
});
