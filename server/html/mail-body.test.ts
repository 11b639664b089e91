import { expect, test } from 'vitest';
import { sanitiseMailBody, textOfMailBody } from './sanitise.ts';

test.each([
  ['<h2>Prices</h2><p>From <strong>Monday</strong></p>', '<h2>Prices</h2><p>From <strong>Monday</strong></p>'],
  ['<p onclick="x()" style="position:fixed">a<script>b</script></p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a><a href="//evil.example">b</a>', '<a>a</a><a>b</a>'],
  ['<img src="https://spy.example/pixel.gif"><iframe src="https://x.example"></iframe>c', 'c'],
])('from %s the mail contains %s', (written, stored) => {
  expect(sanitiseMailBody(written)).toBe(stored);
});

test('the plain text separates words and preserves link addresses', () => {
  const html =
    '<h1>New prices</h1><p>Stage 1 &amp; <b>Stage 2</b>:<br>now lower.</p><ul><li><p>60 CRS</p></li><li>80 CRS</li></ul>' +
    '<p><a href="https://tuning.example.com/price-list">Price list</a> or <a href="mailto:a@example.com">a@example.com</a></p>';
  expect(textOfMailBody(html)).toBe(
    'New prices\n\nStage 1 & Stage 2:\nnow lower.\n- 60 CRS\n- 80 CRS\n\n' +
      'Price list (https://tuning.example.com/price-list) or a@example.com',
  );
});
