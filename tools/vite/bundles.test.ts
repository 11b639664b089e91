import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLES, NOT_STORED } from './bundles.list.ts';
import { bundleOf, isRarelyUsed } from './bundles.ts';

const listed = Object.values<readonly string[]>(BUNDLES).flat();

test('every module of a bundle exists, and is listed once', () => {
  expect(listed.length).toBeGreaterThan(100);
  expect([...listed, ...NOT_STORED].filter((path) => !existsSync(path))).toEqual([]);
  expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([]);
  expect(new Set(NOT_STORED).size).toBe(NOT_STORED.length);
  // It would be stored as a part of the bundle.
  expect(NOT_STORED.filter((path) => listed.includes(path))).toEqual([]);
});

test('a module belongs to the bundle that lists it, else to its folder’s bundle, else to none', () => {
  expect(bundleOf(resolve('web/ui/table.tsx'))).toBe('tables');
  expect(bundleOf(resolve('web/ui/table.css?inline'))).toBe('tables');
  expect(bundleOf(resolve('app/web/shell/sidebar.tsx'))).toBe('frame');
  expect(bundleOf(resolve('web/frame/brand.tsx'))).toBe('pages');
  expect(bundleOf(resolve('features/accounts/web/entrance.tsx'))).toBe('own');
  expect(bundleOf(resolve('web/ui/button.tsx'))).toBeNull();
  expect(bundleOf(resolve('node_modules/react/index.js'))).toBeNull();
});

test('only listed modules are for few users', () => {
  expect(isRarelyUsed(resolve('features/files/web/all-files.screen.tsx'))).toBe(true);
  expect(isRarelyUsed(resolve('features/files/web/my-files.screen.tsx'))).toBe(false);
  expect(isRarelyUsed(null)).toBe(false);
});

test('no screen that only staff may open is stored on phones', () => {
  const routing = readFileSync('app/web/routing.tsx', 'utf8');
  const [ofStaff = '', ofCustomers = ''] =
    routing.split('needs="admin-area.open"')[1]?.split('needs="customer-area.open"') ?? [];
  const shown = new Set(ofCustomers.match(/<\w+ \/>/g));
  const names = [...new Set(ofStaff.match(/<\w+ \/>/g))].filter((name) => !shown.has(name));
  const paths = names.flatMap((name) => {
    const [, path] =
      new RegExp(`const ${name.slice(1, -3)} = screen\\(\\(\\) => import\\('../../(.+?)'`).exec(routing) ?? [];
    return path ?? [];
  });
  expect(paths.length).toBeGreaterThan(25);
  const stored = paths.filter((path) => !/\/admin-[\w-]+\.screen\.tsx$/.test(path) && !isRarelyUsed(resolve(path)));
  expect(stored).toEqual([]);
});
