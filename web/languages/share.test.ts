import { expect, test } from 'vitest';
import { formatShare } from './share.ts';

test('a share is rounded to a tenth of a percent, but not to all or none of it', () => {
  const shares = [1, 0.9996, 0.5, 0.1234, 0.0002, 0];
  expect(shares.map(formatShare)).toEqual(['100%', '99.9%', '50%', '12.3%', '0.1%', '0%']);
});
