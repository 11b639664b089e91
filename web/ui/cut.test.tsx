import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Cut, cutText } from './cut-text.tsx';

test.each([
  ['a short text stays as it is', 'PENDING', 10, 'PENDING'],
  ['a text of exactly the length stays as it is', '1234567890', 10, '1234567890'],
  ['a longer text keeps its first characters and gets three dots', 'IN PROGRESS', 10, 'IN PROGRES...'],
  ['a character of two code units is never torn apart', '🚗🚗🚗', 2, '🚗🚗...'],
])('%s', { tags: ['G-18'] }, (_, text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});

test('a cut text keeps its full value in the tooltip and for screen readers', { tags: ['G-18'] }, () => {
  render(
    <button type="button">
      <Cut text="my-very-long-file-name.bin" length={7} />
    </button>,
  );
  expect(screen.getByRole('button', { name: 'my-very-long-file-name.bin' })).toHaveTextContent('my-very...');
  expect(screen.getByTitle('my-very-long-file-name.bin')).toBeInTheDocument();
});

test('a file name can break after its punctuation, never before its last letter, and is still one text', () => {
  const { container } = render(<Cut isFileName text="Audi_A3-8P.v2.bin" length={22} />);
  expect(screen.getByText('Audi_A3-8P.v2.bin')).toBeInTheDocument();
  const parts = container.innerHTML.replaceAll(/<\/?span[^>]*>/g, '').split('<wbr>');
  expect(parts).toEqual(['Audi_', 'A3-', '8P.', 'v2.', 'bin']);
});
