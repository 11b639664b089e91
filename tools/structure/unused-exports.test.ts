import { expect, test } from 'vitest';
import { findUnusedExports } from './unused-exports.ts';

const find = (files: Record<string, string>) =>
  findUnusedExports(Object.entries(files).map(([path, text]) => ({ path, text })));

test.each(['const a = 1', 'function a() {}', 'async function a() {}', 'class a {}'])(
  'what no other file names is not exported: %s',
  (code) => {
    const files = { 'web/a.ts': `export ${code};\n`, 'web/b.ts': 'export const b = 1;\nb + aa;\n', 'web/c.ts': 'b;\n' };
    expect(find(files)).toEqual(['web/a.ts: a is exported and used nowhere else']);
    expect(find({ ...files, 'web/c.ts': `import { a, b } from './a.ts';\n` })).toEqual([]);
    expect(find({ ...files, 'web/a.ts': `${code};\n` })).toEqual([]);
  },
);
