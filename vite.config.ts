import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { LANGUAGE_CODES } from './contract/languages.ts';
import { bundleOf, isRarelyUsed, type BundleName } from './tools/vite/bundles.ts';
import { inlineEnglish } from './tools/vite/inline-english.ts';
import { leanIcons } from './tools/vite/lean-icons.ts';
import { leanPackages } from './tools/vite/lean-packages.ts';
import { dropUnusedSchemas, omitServerFacts } from './tools/vite/omit-server-facts.ts';

const PUBLIC = fileURLToPath(new URL('app/web/public/', import.meta.url));

/** Files that the service worker precaches besides the program: the offline page and what it shows. */
const PRECACHED_FILES = ['offline.html', 'offline.css', 'offline.js', 'theme.js', 'icon.svg'];

/**
 * Files that are not precached on every phone: the screens of administrators, who are few and mostly at a desk; the
 * glyphs of a typeface that most texts do without; the catalogues, of which each reader needs one; and the programs of
 * threads, which read files that have just been fetched or chosen.
 */
const OF_FEW = /^assets\/(ibm-plex-sans-(latin-ext|cyrillic|greek)|admin|[a-z]+-worker)/;
const OF_A_LANGUAGE = new RegExp(`^assets/(${LANGUAGE_CODES.join('|')})-`);

const isOfMany = (name: string): boolean =>
  name.startsWith('assets/') && !OF_FEW.test(name) && !OF_A_LANGUAGE.test(name);

/** Returns the scripts that a page gets to without the screens of few users. */
function findScriptsOfMany(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set(Object.keys(bundle).filter((name) => /^assets\/index-.*\.js$/.test(name)));
  for (const name of found) {
    const script = bundle[name];
    for (const next of script?.type === 'chunk' ? [...script.imports, ...script.dynamicImports] : []) {
      const part = bundle[next];
      if (isOfMany(next) && part?.type === 'chunk' && !isRarelyUsed(part.facadeModuleId)) found.add(next);
    }
  }
  return found;
}

/** Gives the service worker the list of files to cache, and changes its version whenever any of them changes. */
function listPrecached(): Plugin {
  return {
    name: 'list-kept',
    apply: 'build',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
      const scripts = findScriptsOfMany(bundle);
      const built = Object.entries(bundle).flatMap(([name, file]) =>
        file.type === 'chunk' ? (scripts.has(name) ? name : []) : isOfMany(name) ? name : [],
      );
      const files = [...built.sort(), ...PRECACHED_FILES];
      const hash = createHash('sha256').update(files.join());
      for (const name of PRECACHED_FILES) hash.update(readFileSync(PUBLIC + name));
      const precache = { version: hash.digest('hex').slice(0, 12), files: files.map((name) => `/${name}`) };
      worker.code = worker.code.replaceAll('__PRECACHE__', `(${JSON.stringify(precache)})`);
    },
  };
}

const THEME = /<script src="\/theme\.js"><\/script>/;

/**
 * Moves the style sheet before the scripts: nothing can be painted without it, and the program would share its
 * bandwidth. What is run before the first paint becomes part of the page, since another file would delay it; the server
 * allows it by its hash (server/http/security-headers.ts).
 */
function shortenWayToPaint(): Plugin {
  return {
    name: 'shorten-way-to-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        if (sheet === undefined) throw new Error('the page has no style sheet');
        const theme = readFileSync(`${PUBLIC}theme.js`, 'utf8').replaceAll(/^ *\/\/.*\n/gm, '');
        if (theme.includes('<') || !THEME.test(html)) throw new Error('the page cannot contain theme.js');
        return html.replace(sheet, '').replace(THEME, () => `<script>${theme}</script>${sheet}`);
      },
    },
  };
}

/** Below this size, compression saves no packet. */
const WORTH_COMPRESSING_BYTES = 1024;

/**
 * Writes a compressed copy beside each script and style sheet, so that the server never has to compress them
 * (server/http/web-app.ts).
 */
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

/** The group of a listed bundle, including the packages it takes along. */
const bundleGroup = (name: BundleName, ofPackages?: RegExp) => ({
  name,
  test: (id: string) => bundleOf(id) === name || ofPackages?.test(id) === true,
  minShareCount: 2,
});

/** What login and register share: small files compress worse than one. */
const OF_ENTRANCE = /(google\.calls|media\.calls|credentials\.rules|load-passkeys|password-input)\.tsx?$/;
/** Icons that are also seen before the login: of its screens, of every page, and of alerts, toasts and fields. */
const ICONS = {
  entrance: 'eye-off|log-in',
  pages: 'wifi-off|check|play|pause|circle-user-round|eye',
  base: 'flask-conical|circle-check|circle-x|circle-exclamation-point|triangle-exclamation-point|info|x|loader-circle|chevron-down',
};
const isIcon = (names: string) => new RegExp(`lucide-react.*[\\\\/]icons[\\\\/](${names})\\.m?js`);
const OTHER_ICONS = isIcon(`(?!(?:${Object.values(ICONS).join('|')})\\.)[\\w-]+`);
const OF_EVERY_PAGE = new RegExp(`${isIcon(ICONS.pages).source}|react-query.*queryOptions|[\\\\/]package\\.json$`);

export default defineConfig({
  root: 'app/web',
  plugins: [
    leanIcons(),
    leanPackages(),
    inlineEnglish(),
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    omitServerFacts(),
    dropUnusedSchemas(),
    listPrecached(),
    shortenWayToPaint(),
    compress(),
  ],
  resolve: {
    alias: { 'react-style-singleton': fileURLToPath(new URL('web/ui/style-singleton.ts', import.meta.url)) },
  },
  server: {
    // Anchored, because the sources have a file whose name begins with /api.
    proxy: { '^/api/': process.env.API_URL ?? 'http://127.0.0.1:3000' },
  },
  worker: { format: 'es' },
  build: {
    outDir: '../../.cache/web/dist',
    emptyOutDir: true,
    // Used by the prerendered pages to name the files that their screens consist of (tools/vite/draw-pages.mjs).
    manifest: 'manifest.json',
    sourcemap: false,
    assetsDir: 'assets',
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Every browser new enough for this target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Ignores the directives with which libraries mark modules for rendering on a server; this server does not
      // render.
      onLog: (level, log, notify) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') notify(level, log);
      },
      input: { index: 'app/web/index.html', 'service-worker': 'app/web/service-worker/service-worker.ts' },
      output: {
        // Without a hash: browsers look for a new service worker at the address of the old one.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // React changes rarely, so it has a cached file of its own.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            { ...bundleGroup('frame', OTHER_ICONS), priority: 1 },
            // Code that most screens use comes in one file: dozens of small ones take longer and compress worse. With a
            // lower share count, login and register would load code that only tables need.
            { name: 'base', minShareCount: 33 },
            { ...bundleGroup('schemas', /node_modules[\\/]zod[\\/]/), priority: 1 },
            { name: 'forms', test: /react-hook-form/, priority: 1, minShareCount: 2 },
            { name: 'entrance-icons', test: isIcon(ICONS.entrance), minShareCount: 2, priority: 1 },
            { name: 'entrance', test: OF_ENTRANCE, minShareCount: 2, priority: 1 },
            bundleGroup('pages', OF_EVERY_PAGE),
            bundleGroup('refusals'),
            bundleGroup('queues'),
            bundleGroup('tables'),
            bundleGroup('lists', /(react-query|query-core).*[iI]nfiniteQuery/),
            bundleGroup('rows'),
            bundleGroup('file'),
            bundleGroup('reading'),
            bundleGroup('findings'),
            bundleGroup('parts'),
            bundleGroup('combobox'),
            bundleGroup('writing'),
            bundleGroup('drop'),
            bundleGroup('downloads'),
            bundleGroup('further'),
          ],
        },
      },
    },
  },
});
