import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { TICKET } from '../../../web/testing/ticket-examples.ts';
import * as replies from '../queue.calls.ts';
import { getTicket } from '../tickets.calls.ts';
import { chatDrafts } from './chat-drafts.tsx';
import { TicketChat } from './ticket-chat.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';

// Preloads what a press loads: on a busy machine it would not be there in time.
beforeAll(async () => {
  await import('./saved-replies-dialog.tsx');
});

beforeEach(() => chatDrafts.clear());

const RECEIVED = { id: 1, title: 'Received', message: 'Thank you, we have begun.' };

async function open(viewer: 'administrator' | 'customer' = 'administrator') {
  const api = installFakeApi(
    fake(getTicket, TICKET),
    fake(replies.listSavedReplies, [RECEIVED]),
    fake(replies.saveReply, ({ title, message }) => ({ id: 2, title, message })),
    fake(replies.deleteSavedReply, { message: 'Reply deleted.' }),
  );
  const user = viewer === 'administrator' ? ADMINISTRATOR : CUSTOMER;
  const shown = renderScreen(<TicketChat ticketId={3} viewer={viewer} />, { user });
  const box = await screen.findByPlaceholderText('Write a message...');
  return { ...shown, api, box };
}

const opener = () => screen.getByRole('button', { name: 'Saved replies' });

test('a saved reply is appended to the text in the box, and is not sent', async () => {
  const { visitor, box } = await open();
  await visitor.type(box, 'Hello Ana,');
  await visitor.click(opener());
  await visitor.click(await screen.findByRole('button', { name: /^Received/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(box).toHaveValue('Hello Ana,\nThank you, we have begun.');
});

test('the text in the box can be saved under a name, and a reply can be deleted', async () => {
  const { visitor, box, api } = await open();
  await visitor.type(box, 'The file is for another engine.');
  await visitor.click(opener());
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
  await visitor.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please give the reply a name.')).toBeVisible();
  await visitor.type(dialog.getByLabelText('Save this message as'), 'Wrong engine{Enter}');
  await waitFor(() =>
    expect(api.callsOf(replies.saveReply)[0]?.input).toEqual({
      title: 'Wrong engine',
      message: 'The file is for another engine.',
    }),
  );
  await visitor.click(dialog.getByRole('button', { name: 'Delete the reply Received' }));
  await waitFor(() => expect(api.callsOf(replies.deleteSavedReply)[0]?.input).toEqual({ id: '1' }));
  expect(box).toHaveValue('The file is for another engine.');
});

test('saved replies are in a sound dialog', async () => {
  const { visitor } = await open();
  await expectSoundDialog({
    of: 'features/tickets/web/saved-replies-dialog.tsx',
    visitor,
    name: 'Saved replies',
    opener,
  });
});

test('customers have no saved replies', async () => {
  await open('customer');
  expect(screen.queryByRole('button', { name: 'Saved replies' })).toBeNull();
});

test('leaving an unsaved reply name asks first', async () => {
  const shown = await open();
  await expectGuarded(shown, {
    of: 'features/tickets/web/saved-replies-dialog.tsx',
    change: async () => {
      await shown.visitor.type(shown.box, 'The file is for another engine.');
      await shown.visitor.click(opener());
      await shown.visitor.type(await screen.findByLabelText('Save this message as'), 'Wrong');
    },
  });
});
