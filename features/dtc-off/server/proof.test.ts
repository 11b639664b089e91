import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import vm from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { switchOffInFile } from '../../../ecu/switch-off-file.ts';
import { joinMemories } from '../../../ecu/testing/joined-memories.ts';
import { getTexts } from '../../../server/texts.ts';
import { COMPLETE_LANGUAGES } from '../../../contract/languages.ts';
import { VERIFY_TEXTS, readVerifyPage } from './verify-page.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { Proof } from '../proof.calls.ts';
import * as contract from '../proof.calls.ts';
import { buildGeneration, buildImage, buildWrongChecksums } from './dtc-off.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage({ config: { publicUrl: 'https://tuning.example.com' } });
let customer: Customer;
let id: number;
const original = buildImage();
let generated: Uint8Array;
let proofBytes: Uint8Array;
let proof: Proof;

beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  ({ id } = await buildGeneration(app.deps, { user_id: customer.id, dtcs: 'P0100;P0616' }));
  generated = (await app.call(contract.downloadGenerated, { id }, customer)).bytes;
  proofBytes = (await app.call(contract.downloadProof, { id }, customer)).bytes;
  proof = JSON.parse(new TextDecoder().decode(proofBytes)) as Proof;
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const cut = (bytes: Uint8Array, at: number, hex: string) =>
  Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString('hex');

describe('a proof', () => {
  test('follows its schema, with the actual hashes of both files', () => {
    expect(z.parse(Proof, proof)).toEqual(proof);
    expect(proof.statement).toMatchObject({
      format: 'tunedesk-proof-1',
      portal: 'https://tuning.example.com',
      input: { file_name: 'Golf 5.bin', size_bytes: original.length, sha256: sha256(original) },
      output: { file_name: 'Golf 5_dtc-off.bin', size_bytes: generated.length, sha256: sha256(generated) },
      form: 'as it is',
      declared_use: 'TEST_BENCH',
      bytes_changed_outside: 0,
    });
    expect(proof.statement.control_unit).toMatchObject({ family: 'edc16', maker: 'Bosch' });
    expect(Object.keys(proof.statement.control_unit.evidence[0] ?? {})).toEqual(['points', 'at', 'because']);
  });

  test('names for each code the cells with their contents in both files, and its state as read from the result', () => {
    const { codes } = proof.statement;
    expect(codes.filter(({ chosen }) => chosen).map(({ code }) => code)).toEqual(['P0100', 'P0616']);
    for (const { state_after, cells } of codes) {
      expect(state_after).toBe('off');
      expect(cells.length).toBeGreaterThan(0);
      for (const { at, before, after } of cells) {
        expect([cut(original, at, before), cut(generated, at, after)]).toEqual([before, after]);
        expect(before).not.toBe(after);
      }
    }
    expect(Object.fromEntries(codes.map(({ code, emission }) => [code, emission]))).toMatchObject({
      P0100: true,
      P0616: false,
    });
    expect(Object.fromEntries(codes.map(({ code, emission_reason }) => [code, emission_reason]))).toEqual({
      P0100: 'air sensor',
      P0101: 'air sensor',
      P0616: null,
      P0617: null,
    });
  });

  test('lists every byte in which the two files differ, and no other', () => {
    const copy = new Uint8Array(original);
    for (const { at, after } of proof.statement.file_changes) copy.set(Buffer.from(after, 'hex'), at);
    expect(sha256(copy)).toBe(sha256(generated));
    const differing = original.filter((byte, at) => byte !== generated[at]).length;
    expect([proof.statement.bytes_changed, differing > 0]).toEqual([differing, true]);
  });

  test('shows the checksums before and after with the bytes that hold them', () => {
    const sums = proof.statement.checksums.filter(({ kind }) => kind === 'sum');
    expect(sums.length).toBeGreaterThan(0);
    for (const { cells_at, before, after } of sums) {
      expect([before.state, after.state]).toEqual(['ok', 'ok']);
      cells_at.forEach(({ at }, index) => {
        expect(cut(original, at, before.cells[index] as string)).toBe(before.cells[index]);
        expect(cut(generated, at, after.cells[index] as string)).toBe(after.cells[index]);
      });
    }
    expect(sums.some(({ before, after }) => before.cells.join() !== after.cells.join())).toBe(true);
  });

  test('is signed with the key that the portal publishes', async () => {
    const { body } = await app.call(contract.getProofKey, {});
    expect(proof.signature).toMatchObject({ algorithm: 'Ed25519', public_key: body.publicKey });
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(body.publicKey, 'hex').toString('base64url') },
      format: 'jwk',
    });
    const signed = (text: string) =>
      verifySignature(null, Buffer.from(text), key, Buffer.from(proof.signature.value, 'hex'));
    expect(signed(JSON.stringify(proof.statement))).toBe(true);
    expect(signed(JSON.stringify({ ...proof.statement, bytes_changed: 0 }))).toBe(false);
  });

  test('is also a printable page, in which file names are only text', async () => {
    const bad = '<img src=x onerror=alert(1)>.bin';
    const made = await buildGeneration(app.deps, {
      user_id: customer.id,
      file_name: bad,
      bytes: buildImage('edc16', 1),
    });
    const page = await app.call(contract.downloadProofPage, { id: made.id }, customer);
    const html = new TextDecoder().decode(page.bytes);
    expect(page.headers.get('content-disposition')).toContain('attachment');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;.bin');
    expect(html).not.toMatch(/<img|<script/);
    for (const text of ['P0616', 'Diagnosis or a test bench', sha256(buildImage('edc16', 1)), 'of which 0 outside']) {
      expect(html).toContain(text);
    }
  });
});

test('the page of a proof names a code whose only changed cell is in another copy of the memory', async () => {
  const off = switchOffInFile(buildImage(), ['P0616']);
  if (off.outcome === 'refused') throw new Error(off.reason.message);
  const bytes = new Uint8Array(joinMemories(off.file, buildImage(), 'behind'));
  const made = await buildGeneration(app.deps, { user_id: customer.id, bytes });
  const page = await app.call(contract.downloadProofPage, { id: made.id }, customer);
  expect(new TextDecoder().decode(page.bytes)).toContain('<td>P0616</td><td>partial</td><td>off</td>');
});

describe('verify.html, which shares no code with what it checks', () => {
  interface Given {
    proofBytes: Uint8Array;
    generated?: Uint8Array | null;
    original?: Uint8Array | null;
    portalKey?: string;
  }
  interface Verdict {
    verdict: string;
    checks: { ok: boolean | null; text: string }[];
  }
  let script: string;
  let verify: (given: Given) => Promise<Verdict>;

  /** Runs the page's own script with nothing but what a browser has without a network. */
  function load(globals: object, texts: Record<string, string> = {}): typeof verify {
    const context = vm.createContext({ TextDecoder, TextEncoder, Uint8Array, ...globals });
    vm.runInContext(`${script}\ntexts = ${JSON.stringify(texts)}; this.verify = verify;`, context);
    return (context as { verify: typeof verify }).verify;
  }

  beforeAll(async () => {
    const { html } = await readVerifyPage(app.proofKey.publicKey);
    script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
    const inPage = load({ crypto });
    verify = (given) => inPage({ original: null, generated: null, portalKey: app.proofKey.publicKey, ...given });
  });

  test.each(COMPLETE_LANGUAGES)(
    'is complete in %s: what it shows at once, and every text of its script',
    async (code) => {
      const own = getTexts(code);
      const { html } = await readVerifyPage(app.proofKey.publicKey, own);
      expect(html).toContain(`<html lang="${code}">`);
      expect(html).toContain(`<h1 data-text>${own.t('verify.title')}</h1>`);
      expect(html).toContain(`data-text>${own.t('verify.optional')}</span>`);
      const texts = JSON.parse(/type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as Record<
        string,
        string
      >;
      const english = getTexts('en');
      const shown = VERIFY_TEXTS.filter((key) => script.includes(JSON.stringify(english.t(key)).slice(1, -1)));
      expect(shown.length).toBeGreaterThan(35);
      expect(VERIFY_TEXTS.map((key) => texts[english.t(key)])).toEqual(VERIFY_TEXTS.map((key) => own.t(key)));
      const named = [...script.matchAll(/\bt\(\s*(?:[\w. =]+\? )?'([^']+)'/g)].map(([, text]) => text ?? '');
      expect(named.length).toBeGreaterThan(20);
      expect(named.filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
      const { checks } = await load({ crypto }, texts)({ proofBytes, portalKey: app.proofKey.publicKey });
      expect(checks.map(({ text }) => text)).toContain(own.t('verify.signatureHolds'));
      expect(checks.map(({ text }) => text)).toContain(own.t('verify.codesOff', { n: 2 }));
    },
  );

  test('is served in the language of the page that requests it', async () => {
    const html = await (await fetch(`${app.url}/verify.html`, { headers: { cookie: 'language=mk' } })).text();
    expect(html).toContain('<html lang="mk">');
    expect(html).toContain(`content="${app.proofKey.publicKey}"`);
  });

  const flipped = (bytes: Uint8Array, at: number, mask = 1) => {
    const copy = new Uint8Array(bytes);
    copy[at] = (copy[at] ?? 0) ^ mask;
    return copy;
  };

  test('accepts the proof with both files, and recounts the bytes', async () => {
    const { verdict, checks } = await verify({ proofBytes, generated, original });
    expect(verdict).toBe('verified');
    expect(checks.every(({ ok }) => ok === true)).toBe(true);
    expect(checks.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'The signature holds.',
        'It is signed with the key of this portal.',
        `The two files differ in exactly the ${proof.statement.bytes_changed} bytes that the proof lists.`,
        'Counted again here: 0 bytes outside the declared cells.',
      ]),
    );
  });

  test('accepts the proof of a file whose wrong checksum was corrected first', async () => {
    const { bytes } = buildWrongChecksums();
    const made = await buildGeneration(app.deps, { user_id: customer.id, bytes, repair_checksums: true });
    const fetchBytes = async (endpoint: typeof contract.downloadProof) =>
      (await app.call(endpoint, { id: made.id }, customer)).bytes;
    const given = {
      proofBytes: await fetchBytes(contract.downloadProof),
      generated: await fetchBytes(contract.downloadGenerated),
      original: bytes,
    };
    expect((await verify(given)).verdict).toBe('verified');
    expect(new TextDecoder().decode(given.proofBytes)).toContain('"checksum_repairs": [');
  });

  test('does not call a proof without its file verified', async () => {
    expect((await verify({ proofBytes })).verdict).toBe('incomplete');
  });

  test('refuses a file with one bit flipped, wherever it is', async () => {
    const changed = proof.statement.file_changes[0]?.at ?? 0;
    for (const at of [0, changed, generated.length - 1]) {
      expect((await verify({ proofBytes, generated: flipped(generated, at) })).verdict).toBe('refused');
      expect((await verify({ proofBytes, generated, original: flipped(original, at) })).verdict).toBe('refused');
    }
    expect((await verify({ proofBytes, generated: generated.subarray(1) })).verdict).toBe('refused');
  });

  test('refuses a proof with one bit flipped in any of its bytes', async () => {
    expect((await verify({ proofBytes, generated })).verdict).not.toBe('refused');
    const accepted: number[] = [];
    // Changes every byte, each in a different bit.
    for (let at = 0; at < proofBytes.length; at += 1) {
      const { verdict } = await verify({ proofBytes: flipped(proofBytes, at, 1 << (at % 8)), generated });
      if (verdict !== 'refused') accepted.push(at);
    }
    expect(accepted).toEqual([]);
  });

  test('refuses a proof with the same content in other bytes', async () => {
    const text = new TextDecoder().decode(proofBytes);
    for (const other of [
      text.trimEnd(),
      `${text}\n`,
      `\uFEFF${text}`,
      JSON.stringify(proof),
      text.replace('"P0616"', '"\\u00500616"'),
    ]) {
      expect((await verify({ proofBytes: new TextEncoder().encode(other), generated })).verdict).toBe('refused');
    }
    expect((await verify({ proofBytes: new Uint8Array(0), generated })).verdict).toBe('refused');
  });

  test('refuses another signer, and without the portal’s key reports that it cannot decide', async () => {
    const { makeProofKey } = await import('../../../server/proof-key.ts');
    const forger = makeProofKey();
    const signature = {
      ...proof.signature,
      public_key: forger.publicKey,
      value: forger.sign(JSON.stringify(proof.statement)),
    };
    const forged = new TextEncoder().encode(`${JSON.stringify({ ...proof, signature }, null, 2)}\n`);
    expect((await verify({ proofBytes: forged, generated })).verdict).toBe('refused');
    expect((await verify({ proofBytes: forged, generated, portalKey: '' })).verdict).toBe('compare');
  });

  test('refuses a signed proof in which a chosen code is not off, or bytes outside were changed', async () => {
    const sign = (statement: object) => {
      const value = app.proofKey.sign(JSON.stringify(statement));
      return new TextEncoder().encode(
        `${JSON.stringify({ statement, signature: { ...proof.signature, value } }, null, 2)}\n`,
      );
    };
    const { statement } = proof;
    const withoutCells = statement.codes.map((code) => ({ ...code, cells: [] }));
    const cases = [
      { ...statement, codes: statement.codes.map((code) => ({ ...code, state_after: 'on' })) },
      { ...statement, bytes_changed_outside: 1 },
      { ...statement, codes: withoutCells },
      { ...statement, file_changes: statement.file_changes.slice(1) },
    ];
    expect((await verify({ proofBytes: sign(statement), generated, original })).verdict).toBe('verified');
    for (const one of cases) {
      expect((await verify({ proofBytes: sign(one), generated, original })).verdict).toBe('refused');
    }
  });

  test('reports a browser that lacks what is needed', async () => {
    const given = { proofBytes, generated, original: null, portalKey: '' };
    const withoutTrust = await load({})(given);
    expect([withoutTrust.verdict, withoutTrust.checks.at(-1)?.text]).toEqual([
      'unable',
      'This browser checks signatures only on pages it trusts. Save this page, and open it from your disk.',
    ]);
    const importKey = () => Promise.reject(new Error('NotSupportedError'));
    const old = await load({ crypto: { subtle: { importKey } } })(given);
    expect([old.verdict, old.checks.at(-1)?.text]).toEqual([
      'unable',
      'This browser does not know Ed25519 signatures yet. Please use a current Firefox, Safari, Chrome or Edge.',
    ]);
  });

  test('is served with the key in it, under a policy that allows its script but no requests', async () => {
    const reply = await fetch(`${app.url}/verify.html`);
    const html = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(`<meta name="portal-key" content="${app.proofKey.publicKey}" />`);
    const digest = createHash('sha256')
      .update(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '')
      .digest('base64');
    expect(reply.headers.get('content-security-policy')).toContain(`default-src 'none'; script-src 'sha256-${digest}'`);
    expect(html).not.toMatch(/https?:|src=|@import|url\(|fetch|XMLHttp|import\(/);
  });
});
