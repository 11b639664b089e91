import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../languages/text.ts';
import { formatRelativeTime, TimeStamp } from './time.tsx';

test('a moment has its machine-readable time, and the exact one as tooltip', { tags: ['G-49'] }, () => {
  render(<TimeStamp value="2026-03-04T05:06:07.000Z" />);
  const time = screen.getByText(/2026/);
  expect(time).toHaveAttribute('datetime', '2026-03-04T05:06:07.000Z');
  expect(time.title).toMatch(/March/);
  expect(time.title).toMatch(/:07/);
});

test('a missing or invalid moment is shown as a dash', () => {
  render(
    <>
      <TimeStamp value={null} />
      <TimeStamp value="yesterday-ish" />
    </>,
  );
  expect(screen.getAllByText('–')).toHaveLength(2);
});

const now = Date.UTC(2026, 0, 10, 12);

test.each([
  [-30, '1 second ago'],
  [0, '1 second ago'],
  [1, '1 second ago'],
  [20, '20 seconds ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [5 * 60, '5 minutes ago'],
  [26 * 3600, '1 day ago'],
  [7 * 86_400, '1 week ago'],
  [20 * 86_400, '2 weeks ago'],
  [40 * 86_400, '1 month ago'],
  [400 * 86_400, '1 year ago'],
])('%i seconds ago is shown as "%s"', { tags: ['X-SHL-04'] }, (seconds, expected) => {
  expect(formatRelativeTime(new Date(now - seconds * 1000), now)).toBe(expected);
});

test.each([
  ['de', /^vor \d+ /],
  ['es', /^hace \d+ /],
  ['fr', /^il y a \d+/],
  ['it', /^\d+ .* fa$/],
  ['mk', /^пред \d+ /],
])('in %s a past moment is a number and "ago" as well', async (language, pattern) => {
  await setLanguage(language, {});
  for (const seconds of [5, 100, 90_000, 8 * 86_400, 40 * 86_400, 400 * 86_400])
    expect(formatRelativeTime(new Date(now - seconds * 1000), now)).toMatch(pattern);
  await setLanguage('en', {});
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('a recent moment counts seconds first, then minutes', () => {
  vi.useFakeTimers({ now });
  render(<TimeStamp value={now - 5000} relative />);
  expect(screen.getByText('5 seconds ago')).toBeVisible();
  pass(3000);
  expect(screen.getByText('8 seconds ago')).toBeVisible();
  pass(60_000);
  expect(screen.getByText('1 minute ago')).toBeVisible();
  pass(120_000);
  expect(screen.getByText('3 minutes ago')).toBeVisible();
});
