import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, startSession } from '../client/session.ts';
import { ADMINISTRATOR, CUSTOMER, tokenOf } from '../testing/render-screen.tsx';
import { recentMessages } from './recent-messages.ts';
import { toast, Toaster, toastMs } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <button type="button">Save</button>
      <Toaster />
    </>,
  );
});

afterEach(() => {
  pass(60_000);
});

test('another user who takes over the browser sees no message of the one before', () => {
  act(() => void startSession(tokenOf(CUSTOMER)));
  act(() => toast.show('Golf.bin was removed.', 'success', { text: 'Undo', run: () => undefined }));
  act(() => forgetSession({ isEnded: true }));
  expect(screen.getByText('Golf.bin was removed.')).toBeVisible();
  act(() => void startSession(tokenOf(ADMINISTRATOR)));
  expect(screen.queryByText('Golf.bin was removed.')).toBeNull();
  expect(recentMessages.list()).toEqual([]);
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const show = (text: string) => act(() => toast.show(text, 'success'));

test(
  'a toast is announced once, disappears after three seconds and stays in the recent messages',
  { tags: ['X-SHL-22', 'X-SHL-Z01', 'X-TST-01'] },
  () => {
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    show('User deleted successfully!');
    expect(toastMs).toBe(3000);
    expect(screen.getByRole('status')).toHaveTextContent('User deleted successfully!');
    expect(screen.getByRole('status')).toHaveAttribute('aria-atomic', 'false');
    pass(2999);
    expect(screen.getByText('User deleted successfully!')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('User deleted successfully!')).not.toBeInTheDocument();
    expect(recentMessages.list().map((message) => message.text)).toEqual(['User deleted successfully!']);
  },
);

test('a toast waits while it has keyboard focus or the pointer, and returns the focus when closed', () => {
  show('Saved');
  const close = screen.getByRole('button', { name: 'Close message' });
  act(() => screen.getByRole('button', { name: 'Save' }).focus());
  act(() => close.focus());
  pass(20_000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  act(() => close.blur());
  fireEvent.pointerMove(close, { screenX: 1, screenY: 1 });
  fireEvent.pointerMove(close, { screenX: 2, screenY: 2 });
  pass(20_000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  fireEvent.click(close);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('a toast with an action stays for ten seconds, and is gone once the action is taken', () => {
  const run = vi.fn<() => void>();
  const showUndo = () => act(() => toast.show('Work has started.', 'success', { text: 'Undo', run }));
  showUndo();
  pass(9999);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByText('Work has started.')).not.toBeInTheDocument();
  showUndo();
  pass(10_000);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('two toasts are timed independently', () => {
  show('First');
  pass(1000);
  show('Second');
  pass(2000);
  expect(screen.queryByText('First')).not.toBeInTheDocument();
  expect(screen.getByText('Second')).toBeInTheDocument();
});

test('the newest recent message comes first, and fifty are stored', () => {
  act(() => {
    for (let number = 1; number <= 60; number++) toast.show(`Message ${number}`, 'info');
  });
  expect(recentMessages.list()).toHaveLength(50);
  expect(screen.getAllByRole('button', { name: 'Close message' })).toHaveLength(4);
  expect(recentMessages.list()[0]?.text).toBe('Message 60');
});
