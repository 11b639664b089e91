import { expect, test } from 'vitest';
import { listImageSizes } from './media.calls.ts';

const BYTES = '0123456789abcdef0123456789abcdef';

test.each([
  [`/api/media/${BYTES}-512.webp`, `/api/media/${BYTES}-128.webp 128w, /api/media/${BYTES}-512.webp 512w`],
  [`/api/media/${BYTES}-1920.webp`, `/api/media/${BYTES}-960.webp 960w, /api/media/${BYTES}-1920.webp 1920w`],
  [`/api/media/${BYTES}-700.webp`, undefined],
  [`/api/media/${BYTES}.mp4`, undefined],
  ['/solutions/stage-1.svg', undefined],
  [`https://evil.example/api/media/${BYTES}-512.webp`, undefined],
])('the sizes of %s', (url, sizes) => {
  expect(listImageSizes(url)).toBe(sizes);
});
