import { expect, test } from 'vitest';
import { plainTextOf, sanitise } from './sanitise.ts';

test('words, lists and links of an administrator stay', { tags: ['G-51'] }, () => {
  const link = '<a href="https://example.com/prices" target="_blank" rel="noopener noreferrer">the list</a>';
  const html = `<p>New <strong>prices</strong><br />see ${link}</p><ul><li>one</li></ul>`;
  expect(sanitise(html)).toBe(html);
});

test('a link opens a new tab without access to its opener', { tags: ['G-51'] }, () => {
  expect(sanitise('<a href="https://example.com/a" onclick="x()">a</a>')).toBe(
    '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">a</a>',
  );
});

test.each([
  ['a script', '<script>alert(1)</script>Hello', 'Hello'],
  ['an event handler', '<p onmouseover="x()">Hello</p>', '<p>Hello</p>'],
  ['a picture that reports who looked', '<img src="https://spy.example/1.gif">Hello', 'Hello'],
  [
    'a link to code',
    '<a href="javascript:alert(1)">Hello</a>',
    '<a target="_blank" rel="noopener noreferrer">Hello</a>',
  ],
  ['a frame', '<iframe src="https://example.com"></iframe>Hello', 'Hello'],
  ['a style that covers the page', '<p style="position:fixed;inset:0">Hello</p>', '<p>Hello</p>'],
  ['a form', '<form action="https://example.com"><input name="password"></form>Hello', 'Hello'],
  ['a drawing', '<svg onload="x()"><script>1</script></svg>Hello', 'Hello'],
])('%s is removed', { tags: ['G-51'] }, (_what, html, left) => {
  expect(sanitise(html)).toBe(left);
});

test('plain text contains only the words between the tags', () => {
  expect(plainTextOf(sanitise('<p>5 &lt; 6 &amp; <b>7</b></p><ul><li>one</li></ul>'))).toBe('5 < 6 & 7 one');
  expect(plainTextOf(sanitise('<p>&nbsp;<br></p>'))).toBe('');
});
