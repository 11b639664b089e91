import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { Shortcuts } from '../../../../app/web/shell/shortcuts.tsx';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { switchOffInFile } from '../../../../ecu/switch-off-file.ts';
import { memoryWithMaps, romRaiderOfMaps, valueAt, xdfOfMaps } from '../../../../ecu/testing/map-sample.ts';
import { setScreenWidth } from '../../../../web/testing/setup.ts';
import { WorkerStandIn, standInForWorkers } from '../../../../web/testing/worker-stand-in.ts';
import { ChangesView } from './changes-view.tsx';
import { findChanges, type Changes } from '../places.ts';
import type { Compared } from './use-changes.ts';

const CODES = ['P0122', 'P0227', 'P0340'];
const original = edc16Sample();
const made = (codes = CODES) => {
  const result = switchOffInFile(original, codes);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  return result.file;
};
const compared: Compared = { original, modified: made(), codes: CODES };
const changes: Changes = findChanges(original, compared.modified, CODES);

const NO_ENTRIES: ComponentProps<typeof Shortcuts>['entries'] = [];

beforeEach(standInForWorkers);

function open(what = compared) {
  render(
    <MemoryRouter>
      <Shortcuts entries={NO_ENTRIES} />
      <ChangesView compared={what} />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

const count = changes.places.length;
const offset = (index: number) => `0x${changes.places[index]?.at.toString(16).toUpperCase().padStart(6, '0')}`;
const panes = () => screen.getByRole('table', { name: 'Bytes before and after' });
const status = () =>
  screen.findByText((_, element) => element?.textContent.startsWith('Change ') === true && element.matches('p'));

describe('the changes of a generated file', () => {
  test('are counted, drawn as a map and listed one by one with bytes before and after', async () => {
    open();
    expect(await screen.findByText(`Bytes changed: ${changes.bytesChanged}, in ${count} regions`)).toBeVisible();
    expect(
      screen.getByRole('img', { name: /^Map of the file/ }).querySelectorAll('[data-changed]').length,
    ).toBeGreaterThan(1);
    const list = screen.getByRole('table', { name: 'Changed regions' });
    for (const code of CODES) expect(within(list).getAllByText(new RegExp(`\\b${code}\\b`)).length).toBeGreaterThan(0);
    expect(within(list).getAllByText(/^Checksum: /).length).toBeGreaterThan(0);
    expect(screen.queryByText(/belong neither/)).not.toBeInTheDocument();
    const [first] = changes.places;
    const row = within(list)
      .getByRole('button', { name: `Show ${offset(0)}` })
      .closest('tr') as HTMLElement;
    const before = changes.before[first?.at ?? 0]?.toString(16).toUpperCase().padStart(2, '0') ?? '';
    expect(within(row).getAllByRole('cell')[2]?.textContent.startsWith(before)).toBe(true);
  });

  test('are shown side by side, changed bytes underlined, and navigated by buttons and by f and b', async () => {
    const visitor = open();
    const first = changes.places.findIndex(({ kind }) => kind === 'trouble codes');
    expect(await status()).toHaveTextContent(`Change ${first + 1} of ${count} · ${offset(first)}`);
    expect(panes().querySelectorAll('[data-changed].underline').length).toBeGreaterThan(1);
    await visitor.click(screen.getByRole('button', { name: 'Next change' }));
    expect(await status()).toHaveTextContent(`Change ${first + 2} of ${count} · ${offset(first + 1)}`);
    await visitor.keyboard('bb');
    expect(await status()).toHaveTextContent(`Change ${first} of ${count}`);
    // These letters belong to the queue of the staff and to payments.
    await visitor.keyboard('nnp');
    expect(await status()).toHaveTextContent(`Change ${first} of ${count}`);
    await visitor.keyboard('f');
    expect(await status()).toHaveTextContent(`Change ${first + 1} of ${count}`);
    while (screen.queryByRole('button', { name: 'Previous change' })?.matches(':enabled')) await visitor.keyboard('b');
    expect(await status()).toHaveTextContent(`Change 1 of ${count}`);
  });

  test('are shown in the panes after a click on a list entry or on the map', async () => {
    const visitor = open();
    await status();
    await visitor.click(screen.getByRole('button', { name: `Show ${offset(count - 1)}` }));
    expect(await status()).toHaveTextContent(`Change ${count} of ${count}`);
    const map = screen.getByRole('img', { name: /^Map of the file/ });
    map.getBoundingClientRect = () => ({ left: 0, width: 1000 }) as DOMRect;
    fireEvent.click(map, { clientX: 0 });
    await waitFor(() => expect(within(panes()).getByText('0x000000')).toBeInTheDocument());
  });

  test('have sixteen bytes a row on a desktop and eight on a phone', async () => {
    open();
    await status();
    const bytes = () =>
      within(panes())
        .getAllByRole('row')[1]
        ?.querySelectorAll('td')[0]
        ?.textContent.match(/[0-9A-F]{2}/g);
    expect(bytes()).toHaveLength(16);
    setScreenWidth(360);
    await waitFor(() => expect(bytes()).toHaveLength(8));
  });
});

test('undeclared bytes are reported', async () => {
  const touched = made();
  touched[0x100] = (touched[0x100] ?? 0) ^ 1;
  open({ ...compared, modified: touched });
  expect(
    await screen.findByText('1 of these regions belongs neither to a chosen code nor to a checksum.'),
  ).toBeVisible();
  expect(screen.getByText('Not explained', { selector: 'td' })).toBeVisible();
});

test('a broken worker is reported, and no result is shown', async () => {
  WorkerStandIn.isBroken = true;
  open();
  expect(await screen.findByText('The two files could not be compared in this browser.')).toBeVisible();
  expect(screen.queryByText(/changed$/)).not.toBeInTheDocument();
});

describe('a definition file', () => {
  const before = memoryWithMaps();
  const after = memoryWithMaps();
  after[valueAt(3, 1, 2)] = 200;
  after[valueAt(5, 0, 0) - 13] = 0xff;

  async function choose(name: string, ...texts: string[]) {
    const visitor = open({ original: before, modified: after, codes: [] });
    await visitor.click(await screen.findByRole('button', { name: 'Name the changed maps' }));
    const files = texts.map((text, index) => new File([text], `${index}${name}`));
    await visitor.upload(await screen.findByLabelText('Definition file'), files);
    return visitor;
  }

  test('names the maps that changed, and each value before and after at its place on the axes', async () => {
    const visitor = await choose('maps.xdf', xdfOfMaps());
    expect(await screen.findByText('7 maps compared. Changed bytes outside them: 0.')).toBeVisible();
    const list = screen.getByRole('table', { name: 'Changed maps' });
    expect(within(list).getAllByRole('row')).toHaveLength(3);
    expect(within(list).getByText('Boost 5: axis of the columns')).toBeVisible();
    await visitor.click(within(list).getByRole('button', { name: 'Show the values of Boost 3' }));
    const values = screen.getByRole('table', { name: 'Changed values of Boost 3' });
    const [, row] = within(values).getAllByRole('row');
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['20 %', '2400.75 rpm', '1420', '3000']);
  });

  test('in two files that build on each other is read, and one for another program is refused', async () => {
    await choose('rom.xml', ...romRaiderOfMaps());
    expect(await screen.findByText(/^7 maps compared/)).toBeVisible();
    cleanup();
    await choose('rom.xml', ...romRaiderOfMaps('1037380002'));
    expect(await screen.findByText('The definition (SAMPLE) is not for the program in this file.')).toBeVisible();
  });

  test('that cannot be read in this browser is said to be so', async () => {
    const visitor = open({ original: before, modified: after, codes: [] });
    await visitor.click(await screen.findByRole('button', { name: 'Name the changed maps' }));
    WorkerStandIn.isBroken = true;
    await visitor.upload(await screen.findByLabelText('Definition file'), [new File([xdfOfMaps()], 'maps.xdf')]);
    expect(await screen.findByText('The definition could not be read in this browser.')).toBeVisible();
  });
});
