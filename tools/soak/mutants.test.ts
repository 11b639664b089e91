import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants/mutants.ts';

const edits = MUTANTS.flatMap((mutant) => mutant.edits.map((edit) => ({ name: mutant.name, ...edit })));

test.each(edits)('the planted fault “$name” matches exactly one place in $file', async ({ file, from }) => {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text.split(from)).toHaveLength(2);
});
