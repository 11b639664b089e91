import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusBadge, toneOf } from './badge.tsx';

test.each([
  ['green', ['ACTIVE', 'COMPLETED', 'OPEN', 'PAID', 'POSSIBLE', 'PROCESSED']],
  ['blue', ['REFUNDED']],
  ['red', ['NOT_SUPPORTED_SOLUTION', 'DEACTIVE', 'CANCELED', 'CLOSED', 'UNPAID', 'NOT_POSSIBLE']],
  ['yellow', ['PENDING', 'IN_PROGRESS']],
  ['grey', ['SOMETHING_ELSE', 'active', 'toString', '']],
])('is %s for these words', { tags: ['X-BAD-01', 'X-BAD-02', 'X-BAD-03', 'X-BAD-04', 'X-BAD-05'] }, (tone, words) => {
  for (const word of words) expect([word, toneOf(word)]).toEqual([word, tone]);
});

test.each([true, false])('a status has spaces, a dot and its colour (filled: %s)', { tags: ['X-BAD-06'] }, (filled) => {
  const { container } = render(<StatusBadge status="NOT_SUPPORTED_SOLUTION" filled={filled} />);
  expect(screen.getByText('NOT SUPPORTED SOLUTION')).toBeInTheDocument();
  expect(container.querySelector('.bg-red-solid')).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'red');
});

test('a status is cut after its underscores have become spaces', { tags: ['G-18'] }, () => {
  render(<StatusBadge status="IN_PROGRESS" cut={10} />);
  expect(screen.getByText('IN PROGRES...')).toBeInTheDocument();
  expect(screen.getByTitle('IN PROGRESS')).toBeInTheDocument();
});

test('a missing status is a dash and no badge', () => {
  render(<StatusBadge status={null} />);
  expect(screen.getByText('–')).toBeInTheDocument();
});
