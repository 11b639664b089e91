import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RefreshButton, refreshedAddress } from './refresh-button.tsx';

test('refreshing reloads the page with the time in the address (X-SHL-16, G-41)', async () => {
  const go = vi.fn<(address: string) => void>();
  const before = Date.now();
  render(<RefreshButton go={go} />);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  const time = Number(new URL(go.mock.lastCall?.[0] ?? '').searchParams.get('t'));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('other parameters and the fragment stay, and an earlier time is replaced (G-41)', () => {
  expect(refreshedAddress('https://portal.test/my-files?q=golf&t=1&page=2#row-7', 42)).toBe(
    'https://portal.test/my-files?q=golf&t=42&page=2#row-7',
  );
});
