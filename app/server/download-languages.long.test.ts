import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { downloadUsersCsv } from '../../features/accounts/accounts.calls.ts';
import { downloadLedger, downloadUserLedger } from '../../features/credits/credits.calls.ts';
import { downloadStatement } from '../../features/credits/statement.calls.ts';
import { downloadDtcOffRecord, downloadProofPage } from '../../features/dtc-off/proof.calls.ts';
import { downloadFilesCsv } from '../../features/files/files.calls.ts';
import { downloadTicketsCsv } from '../../features/tickets/tickets.calls.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildGeneration, buildWrongChecksums } from '../../features/dtc-off/server/dtc-off.factory.ts';
import { COMPLETE_LANGUAGES } from '../../contract/languages.ts';
import { app, openStage } from '../../server/testing/stage.ts';
import { getFileFieldLabel } from '../../features/files/file-field-labels.ts';
import { REPORTED_FIELDS } from '../../features/files/file-fields.ts';

type Catalogue = Readonly<Record<string, string>>;
type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage();
let generation: number;
beforeAll(async () => {
  const { bytes } = buildWrongChecksums();
  generation = (await buildGeneration(app.deps, { bytes, repair_checksums: true })).id;
});

const readCatalogue = (code: string) =>
  JSON.parse(readFileSync(`contract/languages/${code}.json`, 'utf8')) as Catalogue;
const english = readCatalogue('en');
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

const TABLES: Record<string, (reader: User) => Promise<{ bytes: Uint8Array }>> = {
  users: (reader) => app.call(downloadUsersCsv, {}, reader),
  files: (reader) => app.call(downloadFilesCsv, {}, reader),
  tickets: (reader) => app.call(downloadTicketsCsv, {}, reader),
  ledger: (reader) => app.call(downloadLedger, {}, reader),
  'ledger of a user': (reader) => app.call(downloadUserLedger, { userId: reader.id }, reader),
  statement: (reader) => app.call(downloadStatement, { userId: reader.id }, reader),
  'DTC OFF record': (reader) => app.call(downloadDtcOffRecord, {}, reader),
};

async function readHeaders(name: string, language: string): Promise<string[]> {
  const reader = await buildSignedIn(app.deps, { role: 'ADMIN', language });
  const [first = ''] = textOf(await TABLES[name]!(reader)).split('\r\n');
  return first.split(language === 'en' ? /,(?=\S)/ : ';').map((cell) => cell.replaceAll('"', ''));
}

/** The shop of these tests is in the default zone. */
const withZone = (text: string | undefined) => text?.replace('{zone}', 'Europe/Skopje');

describe.each(COMPLETE_LANGUAGES)('in %s', (code) => {
  const own = readCatalogue(code);

  test.each(Object.keys(TABLES))('the table of %s has headers in the downloading user’s language', async (name) => {
    const inEnglish = await readHeaders(name, 'en');
    const headers = await readHeaders(name, code);
    expect(headers).toHaveLength(inEnglish.length);
    const wrong = inEnglish.filter((header, index) => {
      const keys = Object.keys(english).filter((key) => withZone(english[key]) === header);
      const fields = REPORTED_FIELDS.map(getFileFieldLabel).filter((label) => label.en === header);
      const translated = [...keys.map((key) => withZone(own[key])), ...fields.map((label) => label[code])];
      return !translated.includes(headers[index]);
    });
    expect(wrong).toEqual([]);
    expect(headers.join() === inEnglish.join()).toBe(code === 'en');
  });

  test('the page of a proof is entirely in the downloading user’s language', async () => {
    const reader = await buildSignedIn(app.deps, { role: 'ADMIN', language: code });
    const page = textOf(await app.call(downloadProofPage, { id: generation }, reader));
    expect(page).toContain(`<html lang="${code}">`);
    for (const key of ['title', 'controlUnit', 'correctedNote', 'emissions', 'signed'].map((name) => `proof.${name}`)) {
      expect(page, key).toContain(own[key]?.replace(/\{\w+\} · /, ''));
    }
    const whole = Object.keys(english).filter((key) => key.startsWith('proof.') && english[key]!.length > 12);
    const foreign = whole.filter((key) => code !== 'en' && english[key] !== own[key]);
    expect(foreign.filter((key) => page.includes(english[key]!))).toEqual([]);
    expect(page).not.toMatch(/proof\.\w|\{\w+\}|undefined/);
  });
});
