import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useRefreshGuard } from '../../../web/client/refresh-guard.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { RefreshButton, refreshedAddress } from './refresh-button.tsx';

const PRICE = 'Refreshing costs extra AI credits';

function Guarded({ price }: { price: string | null }) {
  useRefreshGuard(price);
  return null;
}

function open(price: string | null) {
  const go = vi.fn<(address: string) => void>();
  const page = (shown: string | null) => (
    <>
      <RefreshButton go={go} />
      <Guarded price={shown} />
    </>
  );
  const view = render(page(price));
  return { go, visitor: userEvent.setup(), become: (next: string | null) => view.rerender(page(next)) };
}

const button = () => screen.getByRole('button', { name: 'Refresh' });

test('reloads the page with the current time in the address', { tags: ['X-SHL-16', 'X-GEN-09', 'G-41'] }, async () => {
  const { go, visitor } = open(null);
  const before = Date.now();
  await visitor.click(button());
  const time = Number(new URL(go.mock.lastCall?.[0] ?? '').searchParams.get('t'));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('other parameters and the fragment are preserved, and an earlier time is replaced', { tags: ['G-41'] }, () => {
  expect(refreshedAddress('https://portal.test/my-files?q=golf&t=1&page=2#row-7', 42)).toBe(
    'https://portal.test/my-files?q=golf&t=42&page=2#row-7',
  );
});

test('asks first where a reload would cost something; Cancel stays', { tags: ['G-33', 'X-DTC-16'] }, async () => {
  const { go, visitor } = open(PRICE);
  await visitor.click(button());
  expect(await screen.findByRole('alertdialog', { name: PRICE })).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(go).not.toHaveBeenCalled();
});

/** Whether the browser would ask before it leaves the page. */
const isAskedOnLeaving = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('the browser asks too, but only while there is something to lose, not agreed to', { tags: ['G-33'] }, async () => {
  const { go, visitor, become } = open(PRICE);
  expect(isAskedOnLeaving()).toBe(true);
  expect(document.documentElement.style.overscrollBehaviorY).toBe('contain');
  become(null);
  expect(isAskedOnLeaving()).toBe(false);
  expect(document.documentElement.style.overscrollBehaviorY).toBe('');
  become(PRICE);
  await visitor.click(button());
  await visitor.click(screen.getByRole('button', { name: 'Refresh anyway' }));
  expect(go).toHaveBeenCalledOnce();
  expect(isAskedOnLeaving()).toBe(false);
});

test('the question is an accessible dialog', async () => {
  const { visitor } = open(PRICE);
  await expectSoundDialog({
    of: 'app/web/shell/refresh-button.tsx',
    visitor,
    name: PRICE,
    role: 'alertdialog',
    opener: button,
  });
});
