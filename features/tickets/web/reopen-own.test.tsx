import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { expectDraft } from '../../../web/testing/leaving-check.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { TICKET } from '../../../web/testing/ticket-examples.ts';
import { reopenOwnTicket } from '../tickets.calls.ts';
import { ReopenOwn } from './ticket-chat.tsx';

// Preloads what the first press loads: on a busy machine it would not be there in time.
beforeAll(() => import('../../../web/frame/text-dialog.tsx'));

function show() {
  const api = installFakeApi(fake(reopenOwnTicket, TICKET));
  return { api, ...renderScreen(<ReopenOwn ticketId={TICKET.id} />) };
}

const button = () => screen.getByRole('button', { name: 'Reopen the ticket' });
const field = () => screen.getByLabelText(/Message/);

test('the message is sent along', async () => {
  const { api, visitor } = show();
  await visitor.click(button());
  await visitor.type(await screen.findByLabelText(/Message/), 'Still rough when cold.');
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send and reopen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(reopenOwnTicket).map(({ input }) => input)).toEqual([
    { id: String(TICKET.id), message: 'Still rough when cold.' },
  ]);
});

test('the field is focused, so that the first key is text and Enter closes nothing', async () => {
  const { visitor } = show();
  await visitor.click(button());
  await waitFor(() => expect(field()).toHaveFocus());
});

test('the message is stored as a draft until it is sent', async () => {
  const shown = show();
  await expectDraft(shown, {
    of: 'features/tickets/web/ticket-chat.tsx',
    change: async () => {
      await shown.visitor.click(button());
      await shown.visitor.type(await screen.findByLabelText(/Message/), 'Still');
    },
    reopen: () => shown.visitor.click(button()),
    isThere: () => expect(field()).toHaveValue('Still'),
  });
});

test('the dialog is sound', async () => {
  const { visitor } = show();
  await expectSoundDialog({
    of: 'features/tickets/web/ticket-chat.tsx',
    visitor,
    name: 'Reopen the ticket',
    opener: button,
  });
});
