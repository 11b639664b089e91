import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentMessages } from './recent-messages.ts';
import { toast, Toaster, toastMs } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  recentMessages.clear();
});

afterEach(() => {
  pass(60_000);
  goAway();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Leaving takes a frame, a render and a transition. */
function goAway() {
  for (let step = 0; step < 5; step++) pass(200);
}

function show(text: string) {
  render(<Toaster />);
  act(() => toast.show(text, 'success'));
  pass(50);
}

test('a toast is announced once, goes after three seconds and stays among the recent messages', () => {
  show('User deleted successfully!');
  expect(toastMs).toBe(3000);
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByRole('status')).toHaveTextContent('User deleted successfully!');
  pass(2800);
  expect(screen.getByRole('status')).toBeInTheDocument();
  pass(150);
  goAway();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(recentMessages.list().map((message) => message.text)).toEqual(['User deleted successfully!']);
});

test('a toast waits for the keyboard and for the pointer', () => {
  show('Saved');
  const close = screen.getByRole('button', { name: 'Close message' });
  act(() => close.focus());
  pass(20_000);
  expect(screen.getByRole('status')).toBeInTheDocument();
  act(() => close.blur());
  fireEvent.pointerMove(close, { screenX: 1, screenY: 1 });
  fireEvent.pointerMove(close, { screenX: 2, screenY: 2 });
  pass(20_000);
  expect(screen.getByRole('status')).toBeInTheDocument();
  fireEvent.click(close);
  goAway();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('the newest of the recent messages comes first, and fifty are kept', () => {
  render(<Toaster />);
  act(() => {
    for (let number = 1; number <= 60; number++) toast.show(`Message ${number}`, 'info');
  });
  expect(recentMessages.list()).toHaveLength(50);
  expect(recentMessages.list()[0]?.text).toBe('Message 60');
});
