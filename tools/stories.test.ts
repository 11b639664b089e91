import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const UI = 'web/ui';
const COMPONENT = /^export (?:default )?(?:function|const) ([A-Z][A-Za-z]*[a-z][A-Za-z]*)\b/gm;

const cwd = new URL('..', import.meta.url).pathname;
const read = (path: string) => ({ path, text: readFileSync(`${cwd}${path}`, 'utf8') });
const isProduct = (path: string) => !/\.(test|stories)\.|\/testing\//.test(path);
const sources = globSync('{web,features,app}/**/*.{ts,tsx}', { cwd }).filter(isProduct).map(read);
const inside = sources.filter(({ path }) => path.startsWith(`${UI}/`));
const stories = globSync(`${UI}/**/*.stories.tsx`, { cwd }).map(read);
const messages = stories.map(({ text }) => text).join('\n');

const isDrawn = (name: string, text: string) => new RegExp(`<${name}\\b`).test(text);
const isImported = (file: string, text: string) => text.includes(`/${file}'`);

/** Whether a component is used only by other components of web/ui, and so appears in their stories. */
function isPart(path: string, name: string): boolean {
  const file = path.slice(UI.length + 1);
  const users = sources.filter((one) => isImported(file, one.text) && new RegExp(`\\b${name}\\b`).test(one.text));
  return users.length > 0 && users.every((user) => user.path.startsWith(`${UI}/`));
}

test('every component of web/ui appears in a story of the gallery', () => {
  const missing = inside
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => [...text.matchAll(COMPONENT)].map(([, name = '']) => ({ path, name })))
    .filter(({ path, name }) => !isPart(path, name) && !isDrawn(name, messages))
    .map(({ path, name }) => `${path}: <${name}> is in no story`);
  expect(stories.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('each story is beside the component it shows', () => {
  const names = new Set(inside.map(({ path }) => path));
  const alone = stories.filter(({ path }) => !names.has(path.replace('.stories.tsx', '.tsx')));
  expect(stories.length).toBeGreaterThan(20);
  expect(alone.map(({ path }) => path)).toEqual([]);
});

test('the portal contains nothing from the gallery: no file of the product imports a story', () => {
  const users = sources.filter(({ text }) => /from '[^']*(\.stories|\.storybook)[^']*'/.test(text));
  expect(sources.length).toBeGreaterThan(100);
  expect(users.map(({ path }) => path)).toEqual([]);
});
