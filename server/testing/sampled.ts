/** `npm test` sets this; the long suite, and a test that is run by its name, try every pair. */
const IS_SAMPLED = process.env['TEST_SUITE'] === 'short';

let next = 0;

/**
 * Returns a few of these values for one call, other ones for the next call, and so on: in `npm test` every call meets
 * some values and every value some calls. The file needs a `.long.test.ts` that imports it and so tries every pair.
 */
export function sampled<Value>(values: readonly Value[], count = 3): readonly Value[] {
  if (!IS_SAMPLED || count >= values.length) return values;
  next += count;
  return Array.from({ length: count }, (_, at) => values[(next + at) % values.length] as Value);
}
