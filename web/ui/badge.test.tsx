import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusBadge, toneOf } from './badge.tsx';

test.each([
  ['X-BAD-01', 'green', ['ACTIVE', 'COMPLETED', 'OPEN', 'PAID', 'POSSIBLE', 'PROCESSED']],
  ['X-BAD-02', 'blue', ['REFUNDED']],
  ['X-BAD-03', 'red', ['NOT_SUPPORTED_SOLUTION', 'DEACTIVE', 'CANCELED', 'CLOSED', 'UNPAID', 'NOT_POSSIBLE']],
  ['X-BAD-04', 'yellow', ['PENDING', 'IN_PROGRESS']],
  ['X-BAD-05', 'grey', ['SOMETHING_ELSE', 'active', 'toString', '']],
])('%s: the badge is %s for exactly its words', (_, tone, words) => {
  for (const word of words) expect([word, toneOf(word)]).toEqual([word, tone]);
});

test.each([true, false])('X-BAD-06: a status is shown with spaces, a dot and its colour (filled: %s)', (filled) => {
  const { container } = render(<StatusBadge status="NOT_SUPPORTED_SOLUTION" filled={filled} />);
  expect(screen.getByText('NOT SUPPORTED SOLUTION')).toBeInTheDocument();
  expect(container.querySelector('.bg-red-solid')).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'red');
});

test('a status is cut after its underscores became spaces (G-18)', () => {
  render(<StatusBadge status="IN_PROGRESS" cut={10} />);
  expect(screen.getByText('IN PROGRES...')).toBeInTheDocument();
  expect(screen.getByTitle('IN PROGRESS')).toBeInTheDocument();
});

test('a missing status is a dash and no badge', () => {
  render(<StatusBadge status={null} />);
  expect(screen.getByText('–')).toBeInTheDocument();
});
