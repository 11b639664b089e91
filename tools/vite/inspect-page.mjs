// Builds inspect.html (features/files/inspect/web/), a single self-contained file, into the folder of the built web app.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

import { ROOT } from '../launcher/folders.mjs';

const DIST = process.argv[2];

/** Bundles the whole program into one script. */
async function bundle(name) {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: join(ROOT, name), output: { format: 'iife', codeSplitting: false } },
      modulePreload: { polyfill: false },
    },
  });
  const [{ code }, ...others] = output;
  if (others.length > 0) throw new Error(`${name} was built into several files`);
  // HTML interprets these texts anywhere in a script, even inside a string.
  return code
    .trim()
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
}

const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Replaces a text that has to occur exactly once. */
function put(page, place, text) {
  if (page.split(place).length !== 2) throw new Error(`inspect.html has no place for ${place}`);
  return page.replace(place, () => text);
}

const [worker, program] = [
  await bundle('features/files/upload/web/summary-worker.ts'),
  await bundle('features/files/inspect/web/page.ts'),
];
const [, style] = /<style>([\s\S]*?)<\/style>/.exec(read('features/dtc-off/web/verify.html'));
let page = put(
  read('features/files/inspect/web/inspect.html'),
  '/* built: the style sheet of verify.html */',
  style.trim(),
);
page = put(page, '<script></script>', `<script>${program}</script>`);
page = put(
  page,
  '<script type="text/plain" id="worker"></script>',
  `<script type="text/plain" id="worker">${worker}</script>`,
);
const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(page);
// Allows no connection at all; the worker is created from the page's own content.
const policy = `default-src 'none'; script-src ${hashSource(program)}; style-src ${hashSource(styles)}; worker-src blob:; base-uri 'none'; form-action 'none'`;
writeFileSync(join(DIST, 'inspect.html'), put(page, 'content="built"', `content="${policy}"`));
