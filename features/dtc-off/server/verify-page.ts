import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { escapeHtml } from '../../../server/html/sanitise.ts';
import { chooseCallLanguage } from '../../../server/http/reader-language.ts';
import { hashSource } from '../../../server/http/security-headers.ts';
import { type Texts, getTexts } from '../../../server/texts.ts';
import { textKey } from '../../../contract/texts.ts';

const PAGE = new URL('../web/verify.html', import.meta.url);
const NO_KEY = '<meta name="portal-key" content="" />';
const NO_TEXTS = /(<script id="texts" type="application\/json">)\s*\{\}\s*(<\/script>)/;

/**
 * Returns the page in a language with the portal's public key in it, and the policy under which its one script may run.
 */
export async function readVerifyPage(
  publicKey: string,
  texts = getTexts(null),
): Promise<{ html: string; policy: string }> {
  const page = await readFile(PAGE, 'utf8');
  if (!page.includes(NO_KEY)) throw new Error('verify.html has no place for the key');
  if (!NO_TEXTS.test(page)) throw new Error('verify.html has no place for the texts');
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  return {
    html: translate(page, texts).replace(NO_KEY, NO_KEY.replace('content=""', `content="${publicKey}"`)),
    // No connection is allowed, not even to this portal: what is checked here stays here.
    policy: `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/**
 * Texts rendered into the page, and texts its script needs later, embedded as JSON so that a saved copy contains both.
 */
function translate(page: string, { t, language }: Texts): string {
  const english = getTexts('en').t;
  const own = new Map(VERIFY_TEXTS.map((key) => [english(key), t(key)]));
  const data = JSON.stringify(Object.fromEntries(own)).replaceAll('<', '\\u003c');
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(NO_TEXTS, (_, begin: string, end: string) => begin + data + end)
    .replace(/( data-text>\s*)([^<]*[^<\s])/g, (_, tag: string, text: string) => {
      const found = own.get(text.replaceAll(/\s+/g, ' '));
      if (found === undefined) throw new Error(`verify.html has a text that is not in the catalogues: ${text}`);
      return tag + escapeHtml(found);
    });
}

/** Serves the page that checks a generated file and its proof in the browser; it can be saved and opened offline. */
export async function serveVerifyPage(app: FastifyInstance, publicKey: string): Promise<void> {
  // Read once before the portal listens, so that a broken page stops the start.
  await readVerifyPage(publicKey);
  app.get('/verify.html', async (request, reply) => {
    const { html, policy } = await readVerifyPage(publicKey, getTexts(chooseCallLanguage(request.headers)));
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .send(html);
  });
}

/** Every text of pages/verify.html, which refers to them by their English wording. */
export const VERIFY_TEXTS = [
  textKey('proof.files'),
  textKey('proof.proof'),
  textKey('proof.made'),
  textKey('proof.portal'),
  textKey('proof.controlUnit'),
  textKey('proof.correctedFirst'),
  textKey('proof.codes'),
  textKey('proof.declaredUse'),
  textKey('proof.originalSha'),
  textKey('proof.generatedSha'),
  textKey('verify.title'),
  textKey('verify.intro'),
  textKey('verify.generatedFile'),
  textKey('verify.originalFile'),
  textKey('verify.optional'),
  textKey('verify.result'),
  textKey('verify.chooseProof'),
  textKey('verify.stated'),
  textKey('verify.untrustedPage'),
  textKey('verify.oldBrowser'),
  textKey('verify.sameGenerated'),
  textKey('verify.otherGenerated'),
  textKey('verify.sameOriginal'),
  textKey('verify.otherOriginal'),
  textKey('verify.oneCodeOff'),
  textKey('verify.codesOff'),
  textKey('verify.codeNotOff'),
  textKey('verify.checksumsRight'),
  textKey('verify.checksumWrong'),
  textKey('verify.oneByteOutside'),
  textKey('verify.bytesOutside'),
  textKey('verify.oneByteListed'),
  textKey('verify.bytesListed'),
  textKey('verify.otherBytes'),
  textKey('verify.oneByteCounted'),
  textKey('verify.bytesCounted'),
  textKey('verify.noPortal'),
  textKey('verify.ourKey'),
  textKey('verify.otherKey'),
  textKey('verify.noProof'),
  textKey('verify.exactForm'),
  textKey('verify.signatureHolds'),
  textKey('verify.signatureFails'),
  textKey('verify.verified'),
  textKey('verify.refused'),
  textKey('verify.compare'),
  textKey('verify.incomplete'),
  textKey('verify.unable'),
  textKey('verify.toCompare'),
  textKey('verify.ok'),
  textKey('verify.wrong'),
  textKey('verify.key'),
  textKey('verify.bytesChanged'),
  textKey('verify.none'),
  textKey('verify.corrected'),
];
