import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findReactTexts, translatePage } from '../testing/translated-page.ts';

const TwoTexts = () => (
  <>
    {'Open'} <b>now</b>
  </>
);

function Screen({ count }: { count: number }) {
  const amount = 10 + count;
  return (
    <main>
      <p>
        Price: {amount} CRS {count === 0 && 'not paid'} <b>now</b> {count > 1 ? 'paid twice' : ''}
      </p>
      <div>{count === 1 ? <i>one</i> : 'none'}</div>
      <div>{count === 0 && <TwoTexts />}</div>
      <ul>{['a', 'b', 'c'].slice(count)}</ul>
      <>{count === 0 ? 'first' : 'later'}</>
    </main>
  );
}

test('a page that the browser has translated still changes: texts appear, change and disappear without an error', () => {
  const { container, rerender } = render(<Screen count={0} />);
  const shown = () => container.textContent;
  expect(shown()).toBe('Price: 10 CRS not paid now noneOpen nowabcfirst');
  for (const [count, text] of [
    [1, 'Price: 11 CRS  now onebclater'],
    [2, 'Price: 12 CRS  now paid twicenoneclater'],
    [0, 'Price: 10 CRS not paid now noneOpen nowabcfirst'],
  ] as const) {
    translatePage(container);
    rerender(<Screen count={count} />);
    expect(shown()).toBe(text);
  }
});

test('no text node is held by React: only its element is', () => {
  const { container } = render(<Screen count={0} />);
  expect(findReactTexts(container)).toEqual([]);
  expect(container.querySelector('p')?.innerHTML).toBe('<span>Price: 10 CRS not paid</span> <b>now</b> ');
});
