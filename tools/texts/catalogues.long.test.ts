import { runLinter } from 'i18next-cli';
import { expect, test } from 'vitest';
import config from '../../i18next.config.ts';
import { findFrozenTexts } from './frozen-texts.ts';
import { productSources } from './product-sources.ts';

const sources = productSources();

test('every placeholder gets its value, by name', async () => {
  const { files } = await runLinter({
    ...config,
    extract: { ...config.extract, functions: ['t', 'invalid', 'storedText', 'sentence'] },
  });
  expect(sources.length).toBeGreaterThan(100);
  const wrong = Object.entries(files).flatMap(([file, issues]) =>
    issues.filter(({ type }) => type === 'interpolation').map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('no text is looked up before the language is known', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(findFrozenTexts)).toEqual([]);
});
