/** `npm test` sets this; the long suite, and a test that is run by its name, try every pair. */
const isSampled = () => process.env['TEST_SUITE'] === 'short';

/**
 * Makes a function that returns a few of the values for one call, the next few for the next call, and so on: in
 * `npm test` every call meets some values and every value some calls. One for each list, as the calls of another would
 * make it skip values. The file needs a `.long.test.ts` that imports it and so tries every pair.
 */
export function createSampler(count = 3) {
  let next = 0;
  return <Value>(values: readonly Value[]): readonly Value[] => {
    if (!isSampled() || count >= values.length) return values;
    const first = next;
    next += count;
    return Array.from({ length: count }, (_, at) => values[(first + at) % values.length] as Value);
  };
}
