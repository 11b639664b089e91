import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sendMessage } from '../../features/tickets/tickets.calls.ts';
import { call } from '../client/call.ts';
import { reportResponse } from '../client/connection.ts';
import { installFakeApi, fake, no } from '../testing/fake-api.ts';
import { queriesSettled } from '../testing/queries-settled.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Button } from '../ui/button.tsx';
import { OfflineStrip } from './offline-strip.tsx';

const OFFLINE = 'You are offline. Nothing was sent.';
const NO_RESPONSE = 'The portal did not respond. Check whether it worked before you try again.';

let status = 0;
let isOnLine = false;
let api: ReturnType<typeof installFakeApi>;

beforeEach(() => {
  status = 0;
  isOnLine = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnLine);
  api = installFakeApi(fake(sendMessage, () => no(status, 'Too long.')));
});

function Screen({ atOnce = false }: { atOnce?: boolean }) {
  const { mutate } = useMutation({
    mutationFn: () => call(sendMessage, { id: 1, message: 'x' }),
  });
  useEffect(() => {
    if (atOnce) mutate();
  }, [atOnce, mutate]);
  return (
    <>
      <OfflineStrip />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <input aria-label="Name" />
        <button type="submit">Save</button>
      </form>
      <Button>Other</Button>
    </>
  );
}

const note = () => screen.queryByText(OFFLINE);

test('a button clicked without a network shows that nothing was sent', async () => {
  const { visitor } = renderScreen(<Screen />);
  const button = screen.getByRole('button', { name: 'Save' });
  button.getBoundingClientRect = () => DOMRect.fromRect({ x: 100, y: 300, width: 80, height: 32 });
  await visitor.click(button);
  await waitFor(() => expect(note()).toBeVisible());
  const { style, parentElement } = screen.getByText(OFFLINE).closest('[style]') as HTMLElement;
  expect([style.left, style.bottom]).toEqual(['100px', `${window.innerHeight - 300 + 6}px`]);
  expect(parentElement).toHaveAttribute('aria-live', 'assertive');
});

test('Enter in a field counts as a click on the form’s button', async () => {
  const { visitor } = renderScreen(<Screen />);
  await visitor.type(screen.getByLabelText('Name'), 'Ana{Enter}');
  await waitFor(() => expect(note()).toBeVisible());
});

test('a request that the screen sends by itself shows nothing at any button', async () => {
  const before = renderScreen(<Screen />);
  await before.visitor.click(screen.getByRole('button', { name: 'Other' }));
  before.unmount();
  // Long after the press.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1100 });
  const { visitor } = renderScreen(<Screen atOnce />);
  await screen.findByText('You are offline.');
  expect(note()).toBeNull();
  await visitor.click(screen.getByRole('button', { name: 'Other' }));
  expect(note()).toBeNull();
});

test('with a network, a missing response is not shown as unsent', async () => {
  isOnLine = true;
  const { visitor } = renderScreen(<Screen />);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByText(NO_RESPONSE)).toBeVisible());
  expect(note()).toBeNull();
});

test('a refusal is not shown as unsent', async () => {
  status = 400;
  const { visitor } = renderScreen(<Screen />);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
  await queriesSettled();
  expect(note()).toBeNull();
  expect(screen.queryByText(NO_RESPONSE)).toBeNull();
});

test.each([
  ['the next press', (visitor: ReturnType<typeof renderScreen>['visitor']) => visitor.click(screen.getByText('Other'))],
  ['Escape', (visitor: ReturnType<typeof renderScreen>['visitor']) => visitor.keyboard('{Escape}')],
  ['the response of the portal', () => act(async () => reportResponse())],
])('the note goes with %s', async (_what, end) => {
  const { visitor } = renderScreen(<Screen />);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(note()).toBeVisible());
  await end(visitor);
  await waitFor(() => expect(note()).toBeNull());
});
