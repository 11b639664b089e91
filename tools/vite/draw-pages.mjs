// Prerenders the public pages (app/web/prerender.tsx) and writes them beside the built web app, into pages/, for the server
// (server/http/served-pages.ts).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

import { inlineEnglish } from './inline-english.ts';
import { leanIcons } from './lean-icons.ts';
import { CACHE, ROOT } from '../launcher/folders.mjs';

const DIST = process.argv[2];
const PROGRAM = join(CACHE, 'web', 'prerender');
const PAGES = join(DIST, 'pages');
/**
 * Delays painting until the page is complete: painted in parts, centred content would move with each further part.
 * Browsers that do not support it paint at once.
 */
const PAINTED_WHOLE = '<link rel="expect" href="#given" blocking="render">';
const EMPTY_ROOT = /<div id="root">.*?<\/div>/s;

/**
 * The two files shared by every screen that contain most of the program's bytes: they load along with the style sheet.
 */
const LARGEST = /\/(react|base)-[^/]*\.js"/;

/**
 * Lowers the priority of the program's smaller files: the page is complete without them, so the style sheet and the
 * fonts come first.
 */
const programLast = (head) =>
  head.replace(/<(link rel="modulepreload"|script type="module")(.*?)>/g, (tag, kind, rest) =>
    LARGEST.test(rest) ? tag : `<${kind} fetchpriority="low"${rest}>`,
  );

/** Builds the browser's program for Node. */
async function buildProgram() {
  await build({
    root: join(ROOT, 'app', 'web'),
    configFile: false,
    plugins: [leanIcons(), inlineEnglish()],
    oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'prerender.tsx',
      outDir: PROGRAM,
      emptyOutDir: true,
      rolldownOptions: { onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log) },
    },
  });
  return import(pathToFileURL(join(PROGRAM, 'prerender.js')).href);
}

/** Lists the files of a page's program beyond those that every page requests, so that all are requested at once. */
function listFiles(modules, manifest) {
  const files = new Set();
  const add = (name) => {
    const { file, imports = [] } = manifest[name];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  modules.forEach(add);
  return [...files];
}

/** Returns the modules of a language: its catalogue and the code that reads it (web/languages/text.ts); English needs neither. */
function listModules(language, manifest) {
  if (language === 'en') return [];
  const readers = Object.keys(manifest).filter((name) =>
    /node_modules\/i18next\/|languages\/translator\.ts$/.test(name),
  );
  return [`../../contract/languages/${language}.json`, ...readers];
}

function fill(shell, page, { languages, manifest }) {
  const files = listFiles([page.module, ...listModules(page.language, manifest)], manifest);
  const preloads = files
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .filter((link) => !shell.includes(link));
  const links = [PAINTED_WHOLE, ...preloads];
  const [, title] = /<h1[^>]*>([^<]+)</.exec(page.html);
  return shell
    .replace(/<html lang="en"/, `<html lang="${page.language}" data-drawn="${languages.join(' ')}"`)
    .replace(/<title>(.*?)<\/title>/, (_, product) => `<title>${title} · ${product}</title>`)
    .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
    .replace(/<head>.*<\/head>/s, programLast)
    .replace(EMPTY_ROOT, () => `<div id="root">${page.html}</div>`);
}

process.env.NODE_ENV = 'production';
const shell = readFileSync(join(DIST, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'));
// The manifest lists every file of the program, and must not be sent to the browser.
rmSync(join(DIST, 'manifest.json'));
const { drawPages } = await buildProgram();
const pages = await drawPages();
const languages = [...new Set(pages.map(({ language }) => language))];
mkdirSync(PAGES);
const list = pages.map(({ path, language, isOfLink, ...page }) => {
  const file = `${path.slice(1)}.${language}.html`;
  writeFileSync(join(PAGES, file), fill(shell, { language, ...page }, { languages, manifest }));
  return { path, language, isOfLink, file };
});
writeFileSync(join(PAGES, 'list.json'), JSON.stringify(list));
rmSync(PROGRAM, { recursive: true });
// Exits explicitly: timers and the like that the pages have set up are of no use here.
process.exit();
