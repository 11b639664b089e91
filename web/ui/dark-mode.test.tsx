import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setPrefersDark } from '../testing/setup.ts';
import { useDarkMode, useTheme } from './dark-mode.ts';

const root = document.documentElement;

function Toggle() {
  const { dark, toggle } = useDarkMode();
  return (
    <button type="button" onClick={toggle}>
      {dark ? 'dark' : 'light'}
    </button>
  );
}

function Shell({ source }: { source: 'chosen' | 'system' }) {
  useTheme(source);
  return null;
}

test('dark mode is a boolean that is stored under darkMode and applied to the document', async () => {
  render(<Toggle />);
  await userEvent.click(screen.getByRole('button', { name: 'light' }));
  expect(localStorage.getItem('darkMode')).toBe('true');
  expect(root).toHaveClass('dark');
  await userEvent.click(screen.getByRole('button', { name: 'dark' }));
  expect(localStorage.getItem('darkMode')).toBe('false');
  expect(root).not.toHaveClass('dark');
});

test('without a toggle the operating system decides, and nothing is stored', { tags: ['G-44'] }, () => {
  const { rerender } = render(<Shell source="system" />);
  expect(root).not.toHaveClass('dark');
  act(() => setPrefersDark(true));
  expect(root).toHaveClass('dark');
  expect(localStorage.getItem('darkMode')).toBeNull();
  rerender(<Shell source="chosen" />);
  expect(root).not.toHaveClass('dark');
});
