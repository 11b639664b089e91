import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import * as files from '../../files/files.calls.ts';
import { openTicket } from '../tickets.calls.ts';
import type { Ticket } from '../ticket.ts';
import CreateTicketScreen from './create-ticket.screen.tsx';
import { FILE, TICKET, detailOf } from '../../../web/testing/ticket-examples.ts';
import { expectDraft } from '../../../web/testing/leaving-check.ts';

const AREAS = [
  { area: 'a customer', at: '/create-ticket/5', path: '/create-ticket/:id', user: CUSTOMER, back: '/view-file/5' },
  {
    area: 'an administrator',
    at: '/admin/create-ticket/5',
    path: '/admin/create-ticket/:id',
    user: ADMINISTRATOR,
    back: '/admin/view-file/5',
  },
];

async function open(
  { at, path, user } = AREAS[0] as (typeof AREAS)[number],
  response: Ticket | ReturnType<typeof no> = TICKET,
) {
  const api = installFakeApi(fake(files.getFile, detailOf({ ticket_id: null })), fake(openTicket, response));
  const shown = renderScreen(<CreateTicketScreen />, { at, path, user });
  await screen.findByLabelText('Subject');
  return { ...shown, api };
}
const create = () => screen.getByRole('button', { name: 'Create Ticket' });
const message = () => screen.getByLabelText(/^Message/);

describe.each(AREAS)('$area opens a ticket', (area) => {
  test(
    'the subject is locked to "Ticket ID:" and the file number',
    { tags: ['C-CRT-01', 'C-CRT-02', 'A-CRT-01', 'A-CRT-02'] },
    async () => {
      const { visitor } = await open(area);
      const subject = screen.getByLabelText('Subject');
      expect(subject).toHaveValue(`Ticket ID:${FILE.file_id}`);
      await visitor.type(subject, 'x');
      expect(subject).toHaveValue(`Ticket ID:${FILE.file_id}`);
    },
  );

  test(
    'message and attachment are sent with the specified fields',
    { tags: ['C-CRT-03', 'C-CRT-04', 'C-CRT-05', 'A-CRT-03', 'A-CRT-04', 'A-CRT-05', 'X-API-26'] },
    async () => {
      const { visitor, api } = await open(area);
      await visitor.type(message(), 'It smokes.');
      await visitor.upload(screen.getByLabelText('Attachment'), new File(['log'], 'log.txt'));
      await visitor.click(create());
      await screen.findByText('Ticket is created successfully');
      const [call] = api.callsOf(openTicket);
      expect(call?.input).toEqual({
        fileId: 5,
        ticketId: 5,
        subject: `Ticket ID:${FILE.file_id}`,
        message: 'It smokes.',
        attachment: 'log.txt',
      });
      expect(call?.file?.name).toBe('log.txt');
    },
  );

  test(
    'success is shown for three seconds before the file page opens',
    { tags: ['C-CRT-M01', 'C-CRT-Z01', 'A-CRT-M01', 'A-CRT-Z01', 'X-ERR-24', 'X-TST-03'] },
    async () => {
      const { visitor, location } = await open(area);
      await visitor.type(message(), 'It smokes.');
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await visitor.click(create());
      const dialog = await screen.findByRole('dialog');
      expect(dialog).toHaveTextContent('Ticket is created successfully');
      await act(() => vi.advanceTimersByTimeAsync(2800));
      expect(location()).toBe(area.at);
      await act(() => vi.advanceTimersByTimeAsync(400));
      expect(location()).toBe(area.back);
    },
  );

  test('the button shows it is busy; a second click sends nothing', { tags: ['C-CRT-06', 'A-CRT-06'] }, async () => {
    const { visitor, api } = await open(area);
    let finish: (ticket: Ticket) => void = () => undefined;
    api.use(fake(openTicket, () => new Promise<Ticket>((resolve) => (finish = resolve))));
    await visitor.type(message(), 'It smokes.');
    await visitor.click(create());
    const busy = await screen.findByRole('button', { name: 'Creating...' });
    await visitor.click(busy);
    await act(async () => finish(TICKET));
    await screen.findByText('Ticket is created successfully');
    expect(api.callsOf(openTicket)).toHaveLength(1);
  });

  test("a 400 shows the server's message", { tags: ['C-CRT-M02', 'A-CRT-M02', 'X-ERR-22'] }, async () => {
    const { visitor } = await open(area, no(400, 'A ticket already exists for this file.'));
    await visitor.type(message(), 'It smokes.');
    await visitor.click(create());
    expect(await screen.findByRole('alert')).toHaveTextContent('A ticket already exists for this file.');
    expect(message()).toHaveValue('It smokes.');
  });

  test('the error of an attempt disappears with another attachment', { tags: ['C-CRT-04', 'A-CRT-04'] }, async () => {
    const { visitor } = await open(area, no(400, 'Something is wrong with the file.'));
    await visitor.type(message(), 'It smokes.');
    await visitor.upload(screen.getByLabelText('Attachment'), new File(['x'], 'first.bin'));
    await visitor.click(create());
    expect(await screen.findByText('Something is wrong with the file.')).toBeVisible();
    await visitor.upload(screen.getByLabelText('Attachment'), new File(['x'], 'second.bin'));
    expect(screen.queryByText('Something is wrong with the file.')).toBeNull();
  });

  test('any other failure shows "Something went wrong"', { tags: ['C-CRT-M03', 'A-CRT-M03', 'X-ERR-23'] }, async () => {
    const { visitor } = await open(area, no(500, 'unexpected'));
    await visitor.type(message(), 'It smokes.');
    await visitor.click(create());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Something went wrong$/);
  });
});

describe('before anything is sent', () => {
  let api: Awaited<ReturnType<typeof open>>['api'];
  let visitor: Awaited<ReturnType<typeof open>>['visitor'];
  beforeEach(async () => {
    ({ api, visitor } = await open());
  });
  afterEach(() => {
    if (api.callsOf(openTicket).length > 0) throw new Error('it was sent');
  });

  test('a message is required', { tags: ['C-CRT-03', 'X-VAL-17'] }, async () => {
    await visitor.type(message(), '   ');
    await visitor.click(create());
    expect(await screen.findByText('Please write a message.')).toBeVisible();
    expect(message()).toHaveAttribute('aria-invalid', 'true');
  });

  test('an attachment over 20 MB is refused, and a smaller one can be removed', { tags: ['G-23'] }, async () => {
    const large = new File(['x'], 'large.bin');
    Object.defineProperty(large, 'size', { value: 20_971_521 });
    const attachment = screen.getByLabelText('Attachment');
    await visitor.upload(attachment, large);
    expect(await screen.findByText('File size should not exceed 20MB.')).toBeVisible();
    await visitor.upload(attachment, new File(['x'], 'small.bin'));
    expect(screen.queryByText('File size should not exceed 20MB.')).toBeNull();
    await visitor.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(within(document.body).queryByText('small.bin')).toBeNull();
  });
});

test('a second attempt after a lost response sends the same key', async () => {
  const { visitor, api } = await open(AREAS[0], no(0));
  await visitor.type(message(), 'It smokes.');
  await visitor.click(create());
  await screen.findByText('Something went wrong');
  api.use(fake(openTicket, TICKET));
  await visitor.click(create());
  await screen.findByText('Ticket is created successfully');
  const keys = api.callsOf(openTicket).map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 32]);
});

test.each([
  [{ ticket_id: 3 }, 'A ticket already exists for this file.'],
  [{ ticket_id: null, status: 'CANCELED' }, 'A ticket cannot be opened for this file.'],
] as const)('a file that allows no new ticket shows why and has no form: %o', async (changes, sentence) => {
  installFakeApi(fake(files.getFile, detailOf(changes)));
  renderScreen(<CreateTicketScreen />, { at: '/create-ticket/5', path: '/create-ticket/:id' });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create Ticket' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the file' })).toHaveAttribute('href', '/view-file/5');
});

test('a missing file shows a message', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  installFakeApi(fake(files.getFile, no(404)));
  renderScreen(<CreateTicketScreen />, { at: '/create-ticket/5', path: '/create-ticket/:id' });
  expect(await screen.findByText('File not found.')).toBeVisible();
});

test('"Ticket is created successfully" is shown in a correct dialog', async () => {
  const { visitor, location } = await open();
  await visitor.type(message(), 'It smokes.');
  await expectSoundDialog({
    of: 'features/tickets/web/create-ticket.screen.tsx',
    visitor,
    name: 'Ticket is created successfully',
    opener: create,
    afterwards: () => expect(location()).toBe('/view-file/5'),
  });
});

test('an unsent message is restored, and is gone once it was sent', async () => {
  const shown = await open();
  await expectDraft(shown, {
    of: 'features/tickets/web/create-ticket-form.tsx',
    change: () => shown.visitor.type(message(), 'It smokes.'),
    isThere: () => expect(message()).toHaveValue('It smokes.'),
  });
  await shown.visitor.click(create());
  await screen.findByText('Ticket is created successfully');
  shown.unmount();
  await open();
  expect(message()).toHaveValue('');
});
