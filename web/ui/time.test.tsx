import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { relativeTime, TimeStamp } from './time.tsx';

test('a moment carries its machine-readable time and the exact one as tooltip (G-49)', () => {
  render(<TimeStamp value="2026-03-04T05:06:07.000Z" />);
  const time = screen.getByText(/2026/);
  expect(time).toHaveAttribute('datetime', '2026-03-04T05:06:07.000Z');
  expect(time.title).toMatch(/March/);
  expect(time.title).toMatch(/:07/);
});

test('a missing or broken moment is a dash', () => {
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
  [20, 'now'],
  [60, '1 minute ago'],
  [5 * 60, '5 minutes ago'],
  [26 * 3600, 'yesterday'],
  [20 * 86_400, '2 weeks ago'],
  [400 * 86_400, 'last year'],
])('%i seconds back is "%s"', (seconds, expected) => {
  expect(relativeTime(new Date(now - seconds * 1000), now)).toBe(expected);
});
