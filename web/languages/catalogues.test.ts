import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productSources } from '../testing/product-sources.ts';
import { findSentences, shapeOf } from '../testing/sentences.ts';
import { LANGUAGES } from './languages.list.ts';
import { patternsOf } from './patterns.ts';

const { asked, shapes, frozen } = findSentences(productSources());
const TRANSLATED = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');
const catalogues = TRANSLATED.map((code) => ({
  code,
  sentences: JSON.parse(readFileSync(`web/languages/${code}.json`, 'utf8')) as Record<string, string>,
}));
const singular = /_one$/;
const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

test('the sentences of the portal are found', () => {
  expect(asked.size).toBeGreaterThan(900);
  expect(asked).toContain('DTC OFF AUTO');
  expect(asked).toContain('Not enough credits. Please buy credits and try again.');
});

test('no sentence is shown before the language is known', () => {
  expect(frozen).toEqual([]);
});

describe.each(catalogues)('$code', ({ sentences }) => {
  const keys = Object.keys(sentences);
  const find = patternsOf(keys);

  test('has every sentence of the portal', () => {
    const missing = [...asked].filter((sentence) => !Object.hasOwn(sentences, sentence) && !find(sentence));
    expect(missing).toEqual([]);
  });

  test('keeps the values of every sentence, and no sentence is empty', () => {
    const wrong = keys.filter((key) => {
      const english = key.replace(singular, '');
      const isSame = placesOf(sentences[key] ?? '').join() === placesOf(english).join();
      return (
        sentences[key]?.trim() === '' || !(isSame || (singular.test(key) && !placesOf(sentences[key] ?? '').length))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('has nothing beyond the portal’s sentences', () => {
    const stale = keys.filter((key) => {
      const shape = shapeOf(key.replace(singular, ''));
      return !shapes.has(shape) && !shapes.has(shape.replaceAll(' ', '_')) && !isCapitalised(shape);
    });
    expect(stale).toEqual([]);
  });

  test('has the same sentences as the others', () => {
    const plain = keys.filter((key) => !singular.test(key)).toSorted();
    expect(plain).toEqual(
      Object.keys(catalogues[0]?.sentences ?? {})
        .filter((key) => !singular.test(key))
        .toSorted(),
    );
  });
});

/** "Glow plugs" is the library's "glow plugs". */
const isCapitalised = (shape: string) => shapes.has(shape.charAt(0).toLowerCase() + shape.slice(1));
