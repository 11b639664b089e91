import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DoneNote, doneAt } from './done-note.tsx';

beforeEach(() => vi.useFakeTimers());

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('shows "Saved" as soon as it is saved, and disappears after about two seconds', () => {
  const { rerender } = render(<DoneNote at={null} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  // A screen reader does not read out what appears together with its region.
  expect(screen.getByRole('status').className).not.toContain('hidden');
  rerender(<DoneNote at={100} />);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  pass(1900);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  pass(600);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('shows it again for the next success', () => {
  const { rerender } = render(<DoneNote at={100} />);
  pass(3000);
  rerender(<DoneNote at={200} />);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
});

test('a longer text stays longer', () => {
  render(<DoneNote at={100} text="Password changed successfully!" />);
  pass(3000);
  expect(screen.getByRole('status')).toHaveTextContent('Password changed successfully!');
  pass(1000);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('only a success has a timestamp', () => {
  expect(doneAt({ isSuccess: true, submittedAt: 7 })).toBe(7);
  expect(doneAt({ isSuccess: false, submittedAt: 7 })).toBeNull();
});
