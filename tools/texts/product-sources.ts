import { readFileSync, readdirSync } from 'node:fs';

/** A source file of the product, not of its tests. */
export type Source = { path: string; text: string };

/** Lists the product's source files, without tests, their stubs and the gallery. */
export const productSources = (): Source[] =>
  ['app', 'web', 'contract', 'features', 'server', 'ecu', 'cli']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|factory|stories)\.|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
