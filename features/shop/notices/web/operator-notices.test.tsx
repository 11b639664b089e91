import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listOperatorNotices, type OperatorNotice, NoticeKind } from '../notices.calls.ts';
import { OperatorNotices } from './operator-notices.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const DETAILS: Record<NoticeKind, OperatorNotice['details']> = {
  'disk.low': { free_mb: 120, reserve_mb: 500 },
  'files.damaged': { checked: 4711, missing: 2, damaged: 1 },
  'backup.late': { last: '2026-11-22T02:30:00.000Z' },
  'database.weak_role': { role: 'portal', server_role: 'portal_server' },
  'database.slow_search': {},
  'storage.unreferenced': { files: 30, percent: 12 },
  'payments.off': { public_url: 'https://tuning.example.com' },
  'proxy.unknown': { address: '172.18.0.1' },
  'webhooks.disabled': {},
  'payments.test_mode': { public_url: 'https://tuning.example.com' },
};
const notice = (kind: NoticeKind, items: OperatorNotice['items'] = []): OperatorNotice => ({
  kind,
  details: DETAILS[kind],
  items,
  raised_at: '2026-11-22T03:00:00.000Z',
});

const show = (notices: OperatorNotice[]) => {
  const api = installFakeApi(fake(listOperatorNotices, notices));
  return { api, ...renderScreen(<OperatorNotices />, { at: '/', user: ADMINISTRATOR }) };
};

test.each(NoticeKind.options)('the notice %s is a sentence with all of its values', async (kind) => {
  show([notice(kind)]);
  const region = await screen.findByRole('region', { name: 'Notices for the operator' });
  // Moments are in the zone of the shop.
  const shown = Object.values(DETAILS[kind]).map((value) =>
    value === '2026-11-22T02:30:00.000Z' ? 'Nov 22, 2026, 3:30 AM' : String(value),
  );
  for (const value of shown) expect(region).toHaveTextContent(value);
  expect(region).not.toHaveTextContent(/[{}]/);
});

test('a number that changes with every poll is not read out again', async () => {
  show([notice('disk.low')]);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(/120/)).toHaveAttribute('aria-live', 'off');
});

test('the items that a notice concerns are listed, with a link if they have a page', async () => {
  const { visitor, location } = show([
    notice('files.damaged', [
      { text: 'File 100017, golf.bin', to: '/admin/view-file/17' },
      { text: 'Login image', to: null },
    ]),
  ]);
  await visitor.click(await screen.findByText('List of them (2)'));
  const entries = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(readTexts(entries)).toEqual(['File 100017, golf.bin', 'Login image']);
  await visitor.click(screen.getByRole('link', { name: 'File 100017, golf.bin' }));
  expect(location()).toBe('/admin/view-file/17');
});

test('a kind that only a newer server knows does not break the page', async () => {
  const ofTomorrow = { ...listOperatorNotices, reply: z.array(z.unknown()) };
  installFakeApi(fake(ofTomorrow, [{ ...notice('disk.low'), kind: 'of.tomorrow' }, notice('files.damaged')]));
  renderScreen(<OperatorNotices />, { at: '/', user: ADMINISTRATOR });
  expect(await screen.findByText('Stored files are missing or damaged')).toBeInTheDocument();
});

test('without a notice nothing is shown', async () => {
  const { api } = show([]);
  await expect.poll(() => api.callsOf(listOperatorNotices).length).toBe(1);
  expect(screen.queryByRole('region', { name: 'Notices for the operator' })).not.toBeInTheDocument();
});
