import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, FakeNo, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import * as contract from '../emails.calls.ts';
import AdminEmail from './admin-email.screen.tsx';
import { expectDraft } from '../../../web/testing/leaving-check.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';

const ADDRESSES = ['ana@example.com', 'bojan@example.com', 'carl@workshop.de'];
const MAILING: contract.Mailing = {
  id: 3,
  subject: 'New prices',
  username: 'support',
  user_id: 1,
  created_at: '2026-11-20T08:00:00.000Z',
  total: 2,
  sent: 2,
  saved: 0,
  refused: 0,
  waiting: 0,
};
const SENT = (recipient: string): contract.Delivery => ({ recipient, status: 'sent', reply: '250 OK queued' });
const REPORT: contract.MailingReport = {
  stays_here: false,
  mailing: MAILING,
  deliveries: [SENT('ana@example.com'), SENT('bojan@example.com')],
};

const reachable = (email: string): contract.MailRecipient => ({ email, status: 'ACTIVE', verified: true });

function open(addresses = ADDRESSES) {
  const api = installFakeApi(
    fake(contract.listMailRecipients, addresses.map(reachable)),
    fake(contract.listMailings, []),
    fake(contract.getMailing, REPORT),
    fake(contract.sendEmails, { message: 'Emails sent successfully!', ...REPORT }),
    fake(contract.sendEmailsAsync, {
      message: 'Emails async started successfully!',
      mailing_id: 3,
      stays_here: false,
    }),
  );
  return { ...renderScreen(<AdminEmail />, { user: ADMINISTRATOR }), api };
}

const now = () => screen.getByRole('button', { name: 'Send Email' });
const later = () => screen.getByRole('button', { name: 'Send Email Async' });

/** Writes in the source view: what a test types into a contenteditable proves nothing. */
async function write(visitor: ReturnType<typeof open>['visitor'], body = '<p>From <b>Monday</b> on.</p>') {
  fireEvent.input(screen.getByLabelText(/^Subject/), { target: { value: 'New prices' } });
  await visitor.click(screen.getByRole('tab', { name: 'Source' }));
  fireEvent.input(screen.getByLabelText('Body as HTML'), { target: { value: body } });
}
const choose = async (visitor: ReturnType<typeof open>['visitor'], name: string) =>
  visitor.click(await screen.findByRole('checkbox', { name }));

test(
  'recipients can be searched, and chosen one by one or all that match',
  { tags: ['A-EML-03', 'A-EML-04', 'A-EML-05', 'X-API-53'] },
  async () => {
    const { visitor } = open();
    const list = await screen.findByRole('list', { name: 'Recipients' });
    const names = () =>
      within(list)
        .getAllByRole('checkbox')
        .map((box) => box.closest('label')?.textContent);
    expect(names()).toEqual(ADDRESSES);
    await choose(visitor, 'ana@example.com');
    expect(screen.getByText('1 of 3 selected')).toBeVisible();
    fireEvent.input(screen.getByPlaceholderText('Search recipients...'), { target: { value: 'workshop' } });
    await choose(visitor, 'Select All');
    expect(screen.getByText('2 of 3 selected')).toBeVisible();
    fireEvent.input(screen.getByPlaceholderText('Search recipients...'), { target: { value: '' } });
    expect(screen.getByRole('checkbox', { name: 'Select All' })).not.toBeChecked();
    await choose(visitor, 'Select All');
    expect(screen.getByText('3 of 3 selected')).toBeVisible();
    await choose(visitor, 'Select All');
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
  },
);

/** Not disabled, because a button that is switched off by what it has sent would lose the focus. */
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled');

test('both buttons need at least one recipient', { tags: ['A-EML-06', 'A-EML-07', 'X-VAL-23'] }, async () => {
  const { visitor } = open();
  expect([now(), later()].map(isOff)).toEqual(['true', 'true']);
  await visitor.click(now());
  expect(screen.queryByText('Please enter a subject.')).toBeNull();
  await choose(visitor, 'ana@example.com');
  expect([now(), later()].map(isOff)).toEqual(['false', 'false']);
  await choose(visitor, 'ana@example.com');
  expect(isOff(now())).toBe('true');
});

test('subject and body are required', { tags: ['A-EML-01', 'A-EML-02', 'X-VAL-23'] }, async () => {
  const { visitor, api } = open();
  expect(screen.getByRole('heading', { level: 1, name: 'Send Email' })).toBeVisible();
  await choose(visitor, 'ana@example.com');
  await visitor.click(now());
  expect(await screen.findByText('Please enter a subject.')).toBeVisible();
  expect(screen.getByText('Please write a message.')).toBeVisible();
  expect(api.callsOf(contract.sendEmails)).toEqual([]);
});

test(
  'Send Email sends subject, HTML and recipients, and reports the mail server’s reply',
  { tags: ['A-EML-06', 'A-EML-M01', 'X-ERR-55', 'X-API-54', 'X-ENT-15'] },
  async () => {
    const { visitor, api } = open();
    await write(visitor);
    await choose(visitor, 'ana@example.com');
    await choose(visitor, 'bojan@example.com');
    await visitor.click(now());
    await waitFor(() => expect(shownMessages()).toEqual(['success: Emails sent successfully!']));
    expect(api.callsOf(contract.sendEmails)[0]?.input).toEqual({
      subject: 'New prices',
      body: '<p>From <b>Monday</b> on.</p>',
      recipients: ['ana@example.com', 'bojan@example.com'],
    });
    const report = await screen.findByRole('table', { name: 'Report' });
    expect(within(report).getByRole('row', { name: /ana@example\.com Sent 250 OK queued/ })).toBeVisible();
    // A second press would have no recipients.
    expect(isOff(now())).toBe('true');
  },
);

test('a refused recipient is shown with the reply, not as sent', { tags: ['A-EML-M02', 'X-ERR-56'] }, async () => {
  const { visitor, api } = open();
  const refused: contract.MailingReport = {
    stays_here: false,
    mailing: { ...MAILING, sent: 1, refused: 1 },
    deliveries: [
      SENT('ana@example.com'),
      { recipient: 'bojan@example.com', status: 'refused', reply: '550 No such mailbox' },
    ],
  };
  api.use(
    fake(contract.sendEmails, { message: '1 of 2 e-mails were sent.', ...refused }),
    fake(contract.getMailing, refused),
  );
  await write(visitor);
  await choose(visitor, 'Select All');
  await visitor.click(now());
  await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to send emails.']));
  expect(await screen.findByText('Sent: 1, Not sent: 1, Waiting: 0')).toBeVisible();
  expect(screen.getByRole('row', { name: /bojan@example\.com Not sent 550 No such mailbox/ })).toBeVisible();
});

test('a failure is shown, with the reason when there is one', { tags: ['A-EML-M02', 'X-ERR-56'] }, async () => {
  const { visitor, api } = open();
  api.use(fake(contract.sendEmails, no(400, 'One of the recipients no longer has an account. Please choose again.')));
  await write(visitor);
  await choose(visitor, 'ana@example.com');
  await visitor.click(now());
  await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to send emails.']));
  expect(screen.getByText('One of the recipients no longer has an account. Please choose again.')).toBeVisible();
  expect(screen.getByText('1 of 3 selected')).toBeVisible();
});

test('mails that still wait after the response are not a failure', async () => {
  const { visitor, api } = open();
  const underWay = { ...REPORT, mailing: { ...MAILING, sent: 1, waiting: 1 } };
  api.use(fake(contract.sendEmails, { message: '1 of 2 e-mails were sent.', ...underWay }));
  await write(visitor);
  await choose(visitor, 'Select All');
  await visitor.click(now());
  await waitFor(() =>
    expect(shownMessages()).toEqual(['info: 1 of 2 emails was sent; the others follow by themselves.']),
  );
});

test('too many recipients are an error until the selection changes', async () => {
  const { visitor, api } = open(Array.from({ length: 10_001 }, (_, n) => `user${n}@example.com`));
  await write(visitor);
  await choose(visitor, 'Select All');
  await visitor.click(now());
  expect(await screen.findByText('At most 10000 recipients.')).toBeVisible();
  expect(api.callsOf(contract.sendEmails)).toEqual([]);
  await choose(visitor, 'user1@example.com');
  expect(screen.queryByText('At most 10000 recipients.')).not.toBeInTheDocument();
});

test.each([
  ['Send Email', now, contract.sendEmails],
  ['Send Email Async', later, contract.sendEmailsAsync],
] as const)('%s: a user deleted meanwhile is removed from the list and the selection', async (_, button, endpoint) => {
  const { visitor, api } = open();
  const message = 'One of the recipients no longer has an account. Please choose again.';
  await write(visitor);
  await choose(visitor, 'Select All');
  api.use(
    fake(contract.listMailRecipients, ADDRESSES.slice(1).map(reachable)),
    fake(endpoint, new FakeNo(400, { code: 'messaging.unknown_address', message })),
  );
  await visitor.click(button());
  expect(await screen.findByText('2 of 2 selected')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'ana@example.com' })).not.toBeInTheDocument();
  expect(screen.getByText(message)).toBeVisible();
});

test('without a mail server nothing claims that a mail was delivered', async () => {
  const { visitor, api } = open();
  const mailing = { ...MAILING, sent: 0, saved: 2 };
  const deliveries = REPORT.deliveries.map((one) => ({ ...one, status: 'saved' as const, reply: null }));
  const here = { stays_here: true, mailing, deliveries };
  api.use(
    fake(contract.sendEmails, { message: 'x', ...here }),
    fake(contract.sendEmailsAsync, { message: 'x', mailing_id: 3, stays_here: true }),
    fake(contract.getMailing, here),
    fake(contract.listMailings, [mailing]),
  );
  await write(visitor);
  for (const button of [now, later]) {
    toast.clear();
    await choose(visitor, 'ana@example.com');
    await visitor.click(button());
    await waitFor(() => expect(shownMessages()).toEqual(['warning: The emails are in the outbox and are not sent.']));
    expect(await screen.findByText(/No mail server is set \(SMTP_URL\)/)).toBeVisible();
    expect(screen.getByText('Sent: 0, Saved as a file, not sent: 2, Waiting: 0')).toBeVisible();
    expect(screen.getByRole('row', { name: 'ana@example.com Saved as a file, not sent –' })).toBeVisible();
    expect(await screen.findByRole('row', { name: /New prices .* 0 of 2 2 0 Report/ })).toBeVisible();
  }
});

test('users who get no e-mails, or cannot log in, are listed with the reason', async () => {
  const { visitor, api } = open();
  api.use(
    fake(contract.listMailRecipients, [
      reachable('ana@example.com'),
      { email: 'locked@example.com', status: 'DEACTIVE', verified: true },
      { email: 'new@example.com', status: 'ACTIVE', verified: false },
    ]),
  );
  const view = renderScreen(<AdminEmail />, { user: ADMINISTRATOR });
  const list = within(await view.findByRole('list', { name: 'Recipients' }));
  expect(list.getByRole('checkbox', { name: /^locked@example\.com\s?DEACTIVE: cannot log in$/ })).toBeEnabled();
  const unconfirmed = list.getByRole('checkbox', { name: /^new@example\.com\s?Not confirmed: gets no emails yet$/ });
  expect(unconfirmed).toBeDisabled();
  await visitor.click(view.getAllByRole('checkbox', { name: 'Select All' }).at(-1) as HTMLElement);
  expect(unconfirmed).not.toBeChecked();
  expect(view.getByText('2 of 2 selected')).toBeVisible();
});

test('Send Email Async shows its progress', { tags: ['A-EML-07', 'A-EML-M03', 'X-ERR-57', 'X-API-55'] }, async () => {
  const { visitor, api } = open();
  let sent = 0;
  api.use(
    fake(contract.getMailing, () => {
      sent = Math.min(2, sent + 1);
      return { ...REPORT, mailing: { ...MAILING, sent, waiting: 2 - sent } };
    }),
  );
  await write(visitor);
  await choose(visitor, 'Select All');
  await visitor.click(later());
  await waitFor(() => expect(shownMessages()).toEqual(['success: Emails async started successfully!']));
  expect(api.callsOf(contract.sendEmailsAsync)[0]?.input.recipients).toEqual(ADDRESSES);
  expect(await screen.findByRole('progressbar', { name: /Sending/ })).toHaveAttribute('aria-valuenow', '50');
  expect(await screen.findByText('Sent: 2, Not sent: 0, Waiting: 0')).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('Send Email Async that does not start shows an error', { tags: ['A-EML-M04', 'X-ERR-58'] }, async () => {
  const { visitor, api } = open();
  api.use(fake(contract.sendEmailsAsync, no(500)));
  await write(visitor);
  await choose(visitor, 'ana@example.com');
  await visitor.click(later());
  await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to start async emails send process.']));
});

test('reports of earlier mailings can be opened again', async () => {
  const { visitor, api } = open();
  api.use(fake(contract.listMailings, [MAILING]));
  const view = renderScreen(<AdminEmail />, { user: ADMINISTRATOR });
  const before = await view.findByRole('row', { name: /New prices/ });
  expect(before).toHaveTextContent('2 of 2');
  await visitor.click(within(before).getByRole('button', { name: 'Report of New prices' }));
  expect(await view.findByRole('row', { name: /ana@example\.com Sent/ })).toBeVisible();
});

test('the body is shown in an editor, as source, and in an inert preview', { tags: ['A-EML-02', 'G-51'] }, async () => {
  const { visitor } = open();
  await write(
    visitor,
    '<h2>Hello</h2><p onclick="x()">you<script>alert(1)</script> <img src="https://spy.example/x.gif"></p>',
  );
  await visitor.click(screen.getByRole('tab', { name: 'Preview' }));
  const frame = await screen.findByTitle('Preview of the email');
  expect(frame).toHaveAttribute('sandbox', '');
  const page = frame.getAttribute('srcdoc') ?? '';
  expect(page).toContain('<h2>Hello</h2><p>you ');
  expect(page).not.toMatch(/script|onclick|img/);
  await visitor.click(screen.getByRole('tab', { name: 'Editor' }));
  const editor = await screen.findByRole('textbox', { name: 'Body' });
  expect(within(editor).getByRole('heading', { level: 2, name: 'Hello' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'false');
});

test('an unsent mail is restored as a draft, which is gone once it was sent', async () => {
  const shown = open();
  const subject = () => screen.getByLabelText(/^Subject/);
  await expectDraft(shown, {
    of: 'features/messaging/web/admin-email.screen.tsx',
    change: () => write(shown.visitor),
    reopen: () => shown.visitor.click(screen.getByRole('tab', { name: 'Source' })),
    isThere: () => {
      expect(subject()).toHaveValue('New prices');
      expect(screen.getByLabelText('Body as HTML')).toHaveValue('<p>From <b>Monday</b> on.</p>');
    },
  });
  await choose(shown.visitor, 'ana@example.com');
  await shown.visitor.click(now());
  await waitFor(() => expect(shownMessages()).toContain('success: Emails sent successfully!'));
  shown.unmount();
  open();
  expect(subject()).toHaveValue('');
});

test('an address is listed with the letters of its domain, and sent to as mail servers spell it', async () => {
  const { visitor, api } = open(['info@xn--mller-tuning-dlb.de', ...ADDRESSES]);
  await choose(visitor, 'info@müller-tuning.de');
  await write(visitor);
  await visitor.click(now());
  await waitFor(() => expect(api.callsOf(contract.sendEmails)).toHaveLength(1));
  expect(JSON.stringify(api.callsOf(contract.sendEmails)[0]?.input)).toContain('info@xn--mller-tuning-dlb.de');
});
