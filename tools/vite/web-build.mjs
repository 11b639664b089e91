import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runNode } from '../launcher/children.mjs';
import { exclusively } from '../launcher/install.mjs';
import { CACHE, COMPILE_CACHE, LauncherError, ROOT, WEB_DIST } from '../launcher/folders.mjs';
import { withProgress } from '../launcher/progress.mjs';
import { hashContent, listFiles, computeStamp } from './listing.mjs';

const INPUTS = ['app', 'web', 'contract', 'features', 'ecu', 'vite.config.ts', 'tools/vite', 'package-lock.json'];
const VITE = 'node_modules/vite/bin/vite.js';
const MARKER = join(CACHE, 'web', 'built.json');

/**
 * Excludes what can never reach the browser: tests, the gallery, the server part of a domain, and the library's own
 * package.
 */
const isInput = (path) =>
  !/\.(test|stories)\.tsx?$/.test(path) && !/^(?:app|features)\/(?:.+\/)?server$|^ecu\/(cli|dist)$/.test(path);

/** Builds the web app, unless the last build was made from the same files. */
export async function buildWeb(node) {
  if (!existsSync(join(ROOT, 'vite.config.ts'))) {
    console.log('There is no web app in this folder; only /api will answer.');
    return;
  }
  if (isWebBuilt()) return;
  await exclusively('build', async () => {
    if (isWebBuilt()) return;
    const startedAt = Date.now();
    console.log('Building the web app …');
    await withProgress('building the web app', () => build(node));
    console.log(`Built the web app in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
}

export function isWebBuilt() {
  if (!existsSync(MARKER) || !existsSync(WEB_DIST)) return false;
  const marker = JSON.parse(readFileSync(MARKER, 'utf8'));
  const files = listFiles(INPUTS, isInput);
  const stamp = computeStamp(files);
  if (marker.stamp === stamp) return true;
  const isSame = marker.content === hashContent(files);
  if (isSame) remember({ ...marker, stamp });
  return isSame;
}

async function build(node) {
  const draft = join(CACHE, 'web', 'building');
  const files = listFiles(INPUTS, isInput);
  // Taken before building, so that changes made during the build lead to another one.
  const marker = { stamp: computeStamp(files), content: hashContent(files) };
  rmSync(draft, { recursive: true, force: true });
  for (const { words, failed } of [
    { words: [VITE, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'], failed: 'The web app' },
    { words: ['tools/vite/draw-pages.mjs', draft], failed: 'The public pages' },
    { words: ['tools/vite/inspect-page.mjs', draft], failed: 'inspect.html' },
  ]) {
    const code = await runNode(node, words, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (code !== 0) throw new LauncherError(`${failed} could not be built. The lines above say why.`, code);
  }
  // This cache belongs to the previous program; Node recreates it, but never removes old entries by itself.
  rmSync(COMPILE_CACHE, { recursive: true, force: true });
  // The old folder is replaced in one step, so that a running server never serves a mixture.
  const old = `${WEB_DIST}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(WEB_DIST)) renameSync(WEB_DIST, old);
  renameSync(draft, WEB_DIST);
  rmSync(old, { recursive: true, force: true });
  writeMarker(marker);
}

function writeMarker(marker) {
  mkdirSync(dirname(MARKER), { recursive: true });
  writeFileSync(MARKER, JSON.stringify(marker));
}

/** Saves reading all files again; without write access they are read each time. */
function remember(marker) {
  try {
    writeMarker(marker);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}
