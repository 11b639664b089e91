import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../html/sanitise.ts';
import { chooseLanguage } from './reader-language.ts';

/** What calls reply to everyone, by the address of the call: the page need not request it. */
export type GivenReplies = Readonly<Record<string, unknown>>;

/** A page that the build has rendered in advance (tools/vite/draw-pages.mjs). */
interface DrawnPage {
  path: string;
  language: string;
  /** True for the page of a mailed link: without its token, the address leads elsewhere. */
  isOfLink: boolean;
  file: string;
}

/** Name, logo and time zone of a shop on its pages; null: those of the product. */
export interface ShopOnPages {
  name: string | null;
  logo: string | null;
  zone: string | null;
}

interface Composed {
  given: string;
  body: Buffer;
  tag: string;
  compressed: Partial<Record<Encoding, Buffer>>;
}

type Encoding = 'br' | 'gzip';

const PLACE = /(<script id="given" type="application\/json">)(<\/script>)/;
/** Time to wait for the given replies; a page that is served without them requests them itself. */
const GIVEN_WITHIN_MS = 250;
/** Takes about 1 ms for a page; a higher quality saves only some hundred bytes more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Returns the text for a script element with data, which no value can close: `<` is escaped the way JSON allows. */
const asScriptText = (given: GivenReplies): string => JSON.stringify(given).replaceAll('<', '\\u003c');

/** Returns the texts of the scripts that the pages of the web app contain. */
export function readOwnScripts(folder: string | null): string[] {
  if (folder === null) return [];
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => text);
}

/** Limits the time that pages wait for the replies, and shares one collection among those that wait for it. */
export function collectInTime(give: () => Promise<GivenReplies>): () => Promise<GivenReplies> {
  const collect = shareAmongWaiting(give);
  return () => resolveWithin(GIVEN_WITHIN_MS, collect());
}

/** Opens the pages of the web app: those rendered in advance in each language, and the empty one the program fills. */
export function openPages(
  folder: string,
  collect: () => Promise<GivenReplies>,
  shopOf: (given: GivenReplies) => ShopOnPages,
) {
  const drawn = readList(folder).map((page) => ({ ...page, send: openPage(join(folder, 'pages', page.file), shopOf) }));
  const languages = [...new Set(drawn.map(({ language }) => language))];
  const sendEmpty = openPage(join(folder, 'index.html'), shopOf);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '/', query] = request.url.split('?');
    const hasToken = Boolean(new URLSearchParams(query).get('token'));
    const language = chooseLanguage(request.headers, languages);
    const page = drawn.find((one) => one.path === path && one.language === language && (hasToken || !one.isOfLink));
    const given = await collect();
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    return (page?.send ?? sendEmpty)(request, reply, given);
  };
}

function readList(folder: string): DrawnPage[] {
  const list = join(folder, 'pages', 'list.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as DrawnPage[]) : [];
}

/** Opens a page that is composed again only when what is written into it has changed. */
function openPage(file: string, shopOf: (given: GivenReplies) => ShopOnPages) {
  const html = readFileSync(file, 'utf8');
  let latest: Composed | null = null;
  return (request: FastifyRequest, reply: FastifyReply, replies: GivenReplies): FastifyReply => {
    const given = asScriptText(replies);
    latest =
      latest?.given === given
        ? latest
        : compose(insertShopName(html, shopOf(replies)), given, Object.values(replies).flatMap(listUnset));
    reply.headers({ 'cache-control': 'no-cache', etag: latest.tag }).type('text/html; charset=utf-8');
    if (request.headers['if-none-match'] === latest.tag) return reply.code(304).send();
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
    if (encoding === null) return reply.send(latest.body);
    latest.compressed[encoding] ??= compress(latest.body, encoding);
    return reply.header('content-encoding', encoding).send(latest.compressed[encoding]);
  };
}

/**
 * Lists the settings that the operator left out, by name with hyphens, and the services that are not used, so that a
 * page's first paint reflects them.
 */
const listUnset = (reply: unknown): string[] =>
  Object.entries(reply ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === 'NOT_USED') return [name.replaceAll('_', '-')];
    return typeof value === 'object' && !Array.isArray(value) ? listUnset(value) : [];
  });

/** The product's name in the title, and its mark and name where web/frame/brand.tsx has rendered them. */
const TITLE = /(<title>[^<]*)Tunedesk(<\/title>)/;
const MARK = /(<span data-shop="mark"[^>]*>)<svg.*?<\/svg>(<\/span>)/s;
const NAME = /(<span data-shop="name"[^>]*>)Tunedesk(<\/span>)/;

/**
 * Puts the shop's name, logo and time zone into a page. The program reads them from it, and so renders what is already
 * there.
 */
function insertShopName(html: string, { name, logo, zone }: ShopOnPages): string {
  const around = (text: string) => (_: string, begin: string, end: string) => begin + text + end;
  let page = html;
  if (zone !== null) page = page.replace(/<html[^>]*/, (tag) => `${tag} data-zone="${escapeHtml(zone)}"`);
  if (name !== null) {
    const shown = escapeHtml(name);
    page = page.replace(TITLE, around(shown)).replace(NAME, around(shown));
    page = page.replace(/<html[^>]*/, (tag) => `${tag} data-shop="${shown}"`);
  }
  if (logo === null) return page;
  const address = escapeHtml(logo);
  page = page.replace(MARK, around(`<img src="${address}" alt="">`));
  return page.replace(/<html[^>]*/, (tag) => `${tag} data-logo="${address}"`);
}

function compose(html: string, given: string, unset: readonly string[]): Composed {
  const page = html
    .replace(/<html[^>]*/, (tag) => `${tag} data-unset="${unset.join(' ')}"`)
    .replace(PLACE, (_, begin: string, end: string) => begin + given + end);
  const body = Buffer.from(page);
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
  return { given, body, tag, compressed: {} };
}

const compress = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body);

/** Returns the best encoding that the browser accepts; null for none. */
function chooseEncoding(accepted: string): Encoding | null {
  const taken = accepted.split(',').flatMap((part) => {
    const [name = '', quality = ''] = part.split(';').map((word) => word.trim().toLowerCase());
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? null;
}

/** Lets requests that arrive during a collection share its result. */
function shareAmongWaiting<Result>(collect: () => Promise<Result>): () => Promise<Result> {
  let collecting: Promise<Result> | null = null;
  return () => (collecting ??= collect().finally(() => (collecting = null)));
}

/** Resolves to nothing on failure or after the time: a page is served even while the database does not respond. */
async function resolveWithin(ms: number, given: Promise<GivenReplies>): Promise<GivenReplies> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<GivenReplies>((end) => {
    timer = setTimeout(end, ms, {});
  });
  try {
    return await Promise.race([given, late]);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}
