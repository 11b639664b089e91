import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { LANGUAGE_CODES } from './portal/languages.list.ts';
import { inlineEnglish } from './scripts/vite/inline-english.ts';
import { leanIcons } from './scripts/vite/lean-icons.ts';
import { omitReference } from './scripts/vite/omit-reference.ts';

const PUBLIC = fileURLToPath(new URL('web/public/', import.meta.url));

/** What the service worker keeps besides the program: the offline page with what it shows. */
const PRECACHED_FILES = ['offline.html', 'offline.css', 'offline.js', 'theme.js', 'icon.svg'];

/**
 * Screens of administrators, who are few and mostly at a desk, are no burden for every phone; nor are six languages,
 * of which each reader needs one and has it in the browser's own cache; nor is the list of common passwords.
 */
const OF_FEW =
  /^assets\/(ibm-plex-sans-(latin-ext|cyrillic|greek)|admin|all-|edit-|bulk-|saved-|review-|sandbox-notice|outbox|security-log|common-passwords|stretched-)/;
const OF_A_LANGUAGE = new RegExp(`^assets/(${LANGUAGE_CODES.join('|')})-`);

const isOfMany = (name: string): boolean =>
  name.startsWith('assets/') && !OF_FEW.test(name) && !OF_A_LANGUAGE.test(name);

/** Lists for the service worker what to cache, and changes its version whenever any of that changes. */
function listPrecached(): Plugin {
  return {
    name: 'list-kept',
    apply: 'build',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      const built = Object.keys(bundle).filter((name) => isOfMany(name));
      const files = [...built.sort(), ...PRECACHED_FILES];
      const hash = createHash('sha256').update(files.join());
      for (const name of PRECACHED_FILES) hash.update(readFileSync(PUBLIC + name));
      const precache = { version: hash.digest('hex').slice(0, 12), files: files.map((name) => `/${name}`) };
      worker.code = worker.code.replaceAll('__PRECACHE__', `(${JSON.stringify(precache)})`);
    },
  };
}

/** Nothing can be painted without the style sheet: it is asked for before the program, which would share its line. */
function styleSheetFirst(): Plugin {
  return {
    name: 'style-sheet-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        if (sheet === undefined) throw new Error('the page has no style sheet');
        return html.replace(sheet, '').replace(/\n *<script /, (script) => sheet + script);
      },
    },
  };
}

/** Below this, compressing saves no packet. */
const WORTH_COMPRESSING_BYTES = 1024;

/** Lays each text compressed beside itself, once, so that the server needs no time for it (server/http/web-app.ts). */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!/\.(js|css)$/.test(name) || content.length < WORTH_COMPRESSING_BYTES) continue;
        writeFileSync(join(dir ?? '', `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir ?? '', `${name}.gz`), gzipSync(content));
      }
    },
  };
}

const oneOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

/**
 * What comes in one file with its like: every file costs the browser a request and some time. What login and register
 * need stands by itself, since they would carry the rest. No two of these may want the same module.
 */
const onEveryPage = oneOf(
  /web[\\/]shell[\\/](brand|footer|greeting|main-area|test-mode-strip|offline-strip|unsent-note)\./,
  /web[\\/](polling|device|unsaved-guard|refresh-guard|upload)\.ts|web[\\/]ui[\\/](dark-mode|loading-marks|missing-part)/,
  /portal[\\/](accounts[\\/]accounts|settings[\\/]settings|messaging[\\/]notifications)\.contract/,
  /icons[\\/](wifi-off|check|play|pause|circle-user-round)\.m?js|web[\\/](accounts|settings)\.api|react-query.*queryOptions|[\\/]package\.json$/,
);
const inFrame = oneOf(
  /web[\\/]shell[\\/](?!brand|footer|greeting|main-area|test-mode-strip|offline-strip|unsent-note|entrance|cluster-art|fault-boundary|loading-text)/,
  /web[\\/](push|download|live-queries|news)\.ts|web[\\/]push\.api/,
  /web[\\/]ui[\\/](menu|opened-menu|rich-text|confirm-dialog|text-area|modal|lazy-popup|opener|lazy-dialog|badge|time|amount|cut)/,
  /web[\\/]ui[\\/](skeleton|empty-art|table-states|next-step|single-keys)|web[\\/]waiting\.api/,
);
/** Those of the screens before the login; all others are in one file. */
const iconsOfEntrance = /lucide-react.*[\\/]icons[\\/](eye|eye-off|log-in)\.m?js/;
const inQueues = /web[\\/](queue-everywhere|queue\.api)/;
const inTables = oneOf(
  /web[\\/]ui[\\/](table|list-toolbar|row-|search-input)/,
  /web[\\/]record-link\.|portal[\\/]csv|react-virtual|virtual-core/,
);
/** Beside the table: what reads on in the lists of the database. Not every list can be selected from. */
const inLists = oneOf(
  /web[\\/]lists[\\/](ask-first|list-csv|list-query|use-list-pages)/,
  /react-query.*[iI]nfiniteQuery/,
);
/** What only the page of a file and the upload need is with them. */
const inContracts = oneOf(
  /(app|portal)[\\/](files|review|upload|tickets|messaging|dashboard)[\\/](?!notifications|findings|plain-findings|vehicle)[^\\/]+\.(contract|rules|errors|list)\.ts/,
);

export default defineConfig({
  root: 'web',
  plugins: [
    leanIcons(),
    inlineEnglish(),
    react(),
    tailwindcss(),
    omitReference(),
    listPrecached(),
    styleSheetFirst(),
    compress(),
  ],
  resolve: {
    alias: { 'react-style-singleton': fileURLToPath(new URL('web/ui/style-singleton.ts', import.meta.url)) },
  },
  server: {
    // Anchored: the source has a file whose name begins with /api.
    proxy: { '^/api/': process.env.API_URL ?? 'http://127.0.0.1:3000' },
  },
  worker: { format: 'es' },
  build: {
    outDir: '../.cache/web/dist',
    emptyOutDir: true,
    // For the pages that are drawn ahead, which name what their screens consist of (scripts/launcher/draw-pages.mjs).
    manifest: 'manifest.json',
    sourcemap: false,
    assetsDir: 'assets',
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Every browser new enough for this target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Libraries mark their modules for servers that render; this one only serves.
      onLog: (level, log, notify) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') notify(level, log);
      },
      input: { index: 'web/index.html', 'service-worker': 'web/service-worker/service-worker.ts' },
      output: {
        // A browser looks for a new service worker at the address of the old one.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React changes rarely, so it has a cached file of its own.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            { name: 'frame', test: inFrame, minShareCount: 2, priority: 1 },
            // What most screens use comes in one file: dozens of small ones take longer and compress worse. With fewer
            // screens than these, login and register would carry what only tables need.
            { name: 'base', minShareCount: 24 },
            // Not every form that is checked by a schema needs the library of forms.
            {
              name: 'schemas',
              test: /node_modules[\\/]zod[\\/]|fields\.schemas\.ts$|web[\\/]form\.ts/,
              priority: 1,
              minShareCount: 2,
            },
            { name: 'forms', test: /react-hook-form/, priority: 1, minShareCount: 2 },
            { name: 'entrance-icons', test: iconsOfEntrance, minShareCount: 2, priority: 1 },
            {
              name: 'icons',
              test: /lucide-react(?!.*[\\/](wifi-off|check|play|pause|circle-user-round)\.)/,
              minShareCount: 2,
            },
            { name: 'pages', test: onEveryPage, minShareCount: 2 },
            // The login refuses nothing by itself.
            { name: 'refusals', test: /portal[\\/]refusal\.ts|web[\\/]refusal-text\.ts/, minShareCount: 2 },
            { name: 'queues', test: inQueues, minShareCount: 2 },
            { name: 'tables', test: inTables, minShareCount: 2 },
            { name: 'lists', test: inLists, minShareCount: 2 },
            { name: 'contracts', test: inContracts, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
