import { readFileSync, readdirSync } from 'node:fs';
import type { Source } from './sentences.ts';

/** What the product is made of, without its tests, their stand-ins and the gallery. */
export const productSources = (): Source[] =>
  ['app', 'web', 'portal', 'server', 'ecu']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|factory|stories)\.|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
