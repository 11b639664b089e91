import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { shownMessages } from '../../../../web/testing/shown-messages.ts';
import { listBin, type BinItem } from '../bin.calls.ts';
import { restoreFromBin } from '../../restore/restore.calls.ts';
import BinScreen from './bin.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const ITEM: BinItem = {
  kind: 'USER',
  id: 8,
  name: 'boris',
  detail: 'boris@example.com',
  deleted_at: '2026-11-20T08:00:00Z',
  until: '2026-12-20T08:00:00Z',
  deleted_by: 'support',
  open_user_id: 1,
};

function open(at = '/admin/bin') {
  const api = installFakeApi(
    fake(listBin, { items: [ITEM], counts: { USER: 3, FILE: 0, SOLUTION: 0, SAVED_REPLY: 0 } }),
    fake(restoreFromBin, { message: 'Restored.' }),
  );
  return { api, ...renderScreen(<BinScreen />, { at, user: ADMINISTRATOR }) };
}

const restore = () => screen.findByRole('button', { name: 'Restore boris' });

test('the bin lists what was deleted, by whom, and until when it can be restored', async () => {
  open();
  const row = (await restore()).closest('[data-row], tr, li') as HTMLElement;
  expect(row).toHaveTextContent('boris@example.com');
  expect(within(row).getByRole('link', { name: 'support' })).toHaveAttribute('href', '/admin/edit-user/1');
  const headers = readTexts(screen.getAllByRole('columnheader'));
  const until = within(row).getAllByRole('cell')[headers.indexOf('Restorable until')];
  expect(until?.querySelector('time')).toHaveAttribute('datetime', new Date(ITEM.until).toISOString());
  expect(screen.getByRole('option', { name: 'User (3)' })).toBeInTheDocument();
});

test('the Restore button restores an item and reloads the list', async () => {
  const { api, visitor } = open();
  await visitor.click(await restore());
  await waitFor(() => expect(shownMessages()).toEqual(['success: boris was restored.']));
  expect(api.callsOf(restoreFromBin)[0]?.input).toEqual({ kind: 'USER', id: '8' });
  await waitFor(() => expect(api.callsOf(listBin)).toHaveLength(2));
});

test('a refused restore shows its reason, and the item stays', async () => {
  const { api, visitor } = open();
  api.use(fake(restoreFromBin, no(400, 'Another account has this address.')));
  await visitor.click(await restore());
  await waitFor(() => expect(shownMessages()).toEqual(['error: Another account has this address.']));
  expect(await restore()).toBeInTheDocument();
});

test('kind and search text in the URL are sent to the server', async () => {
  const { api } = open('/admin/bin?kind=USER&q=bor');
  await restore();
  expect(api.callsOf(listBin)[0]?.input).toEqual({ kind: 'USER', q: 'bor' });
});

test('letters typed inside the search stay where they were typed, and the rows stay until the reply', async () => {
  const { api, visitor, location } = open('/admin/bin?q=abc');
  await restore();
  api.use(fake(listBin, () => new Promise(() => {})));
  const search = screen.getByRole('searchbox');
  await visitor.type(search, 'xy', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(search).toHaveValue('axybc');
  expect(location()).toBe('/admin/bin?q=axybc');
  expect(await restore()).toBeVisible();
  expect(screen.getByRole('table').closest('[aria-busy="true"]')).not.toBeNull();
});
