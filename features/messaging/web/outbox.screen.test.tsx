import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { getMail, listMails, type Mail } from '../messaging.calls.ts';
import OutboxScreen from './outbox.screen.tsx';

const mail = (fields: Partial<Mail> = {}): Mail => ({
  id: 1,
  recipient: 'ana@example.com',
  subject: 'Reset your password',
  created_at: '2026-11-20T08:00:00.000Z',
  sent_at: null,
  is_saved: false,
  refused_at: null,
  attempts: 0,
  last_error: null,
  ...fields,
});

const show = () => renderScreen(<OutboxScreen />, { at: '/outbox', path: '/outbox', user: ADMINISTRATOR });

test('shows the delivery state of each mail', async () => {
  installFakeApi(
    fake(listMails, {
      stays_here: false,
      mails: [
        mail({ id: 3 }),
        mail({ id: 4, sent_at: '2026-11-19T08:01:00.000Z', is_saved: true }),
        mail({ id: 2, sent_at: '2026-11-20T08:01:00.000Z', attempts: 1 }),
        mail({ id: 1, attempts: 4, last_error: 'mailbox full' }),
        mail({ id: 0, attempts: 1, refused_at: '2026-11-20T08:01:00.000Z', last_error: '550 no such user' }),
      ],
    }),
  );
  show();
  expect(await screen.findByText('Waiting')).toBeVisible();
  expect(screen.getByText('Sent')).toBeVisible();
  // From the time before there was a mail server.
  expect(screen.getByText('Saved as a file, not sent')).toBeVisible();
  expect(screen.getByText('Tried 4 times: mailbox full')).toBeVisible();
  expect(screen.getByText('Failed for good: 550 no such user')).toBeVisible();
  expect(screen.queryByText(/mails stay here/)).not.toBeInTheDocument();
});

test('a missing mail server is pointed out, and a mail can be read', async () => {
  installFakeApi(
    fake(listMails, {
      stays_here: true,
      mails: [mail(), mail({ id: 2, subject: 'Welcome', sent_at: '2026-11-20T08:01:00.000Z', is_saved: true })],
    }),
    fake(getMail, { ...mail(), text: 'Hello Ana,\n\nthe link' }),
  );
  const { visitor } = show();
  expect(
    await screen.findByText('No mail server is set (SMTP_URL), so emails stay here and are not sent.'),
  ).toBeVisible();
  expect(screen.getByText('Saved as a file, not sent')).toBeVisible();
  expect(screen.queryByText('Sent')).toBeNull();
  await visitor.click(screen.getByRole('button', { name: 'Read: Reset your password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset your password' });
  expect(await within(dialog).findByText(/the link/)).toBeVisible();
});

test('a mail whose text is gone shows a message', async () => {
  installFakeApi(fake(listMails, { stays_here: false, mails: [mail()] }), fake(getMail, { ...mail(), text: null }));
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: /Read/ }));
  expect(
    await screen.findByText(
      'Its text is not shown: a mail server has accepted this email, or it may hold a link that opens an account.',
    ),
  ).toBeVisible();
});

test('an empty outbox and a failure are distinguished', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(listMails, no(500, 'x')));
  const { visitor } = show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(listMails, { stays_here: true, mails: [] }));
  await visitor.click(retry);
  expect(await screen.findByText('No emails found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write an email' })).toHaveAttribute('href', '/admin/email');
});

test('a mail opens in an accessible dialog', async () => {
  installFakeApi(
    fake(listMails, { stays_here: true, mails: [mail()] }),
    fake(getMail, { ...mail(), text: 'Hello Ana' }),
  );
  const { visitor } = show();
  await screen.findByRole('button', { name: /Read/ });
  const opener = () => screen.getByRole('button', { name: /Read/ });
  await expectSoundDialog({
    of: 'features/messaging/web/outbox.screen.tsx',
    visitor,
    name: 'Reset your password',
    opener,
  });
});
