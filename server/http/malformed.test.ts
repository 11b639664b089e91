import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../app/endpoints.ts';
import { awaitReply, composeHead, openSocket } from '../testing/raw-socket.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { createSampler } from '../testing/sampled.ts';
import { buildAdmin, buildCustomer } from '../testing/stories.ts';
import { nameOf } from '../testing/targets.ts';
import { isForAdministrators } from '../testing/right-role.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();
let users: Record<'customer' | 'admin', Awaited<ReturnType<typeof buildCustomer>>>;
beforeAll(async () => {
  users = { customer: await buildCustomer(app.deps), admin: await buildAdmin(app.deps) };
});

const B = 'the-boundary';
const FORM = `multipart/form-data; boundary=${B}`;
const END = `--${B}--\r\n`;
const field = (name: string, value: string) =>
  `--${B}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (value: string, name = 'file') =>
  `--${B}\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n${value}\r\n`;
const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

/** What each case sends: the content type, and the body. */
const MALFORMED: Record<string, [type: string, body: string]> = {
  'no boundary': ['multipart/form-data', file('bytes') + END],
  'an empty boundary': ['multipart/form-data; boundary=', file('bytes') + END],
  'another boundary': ['multipart/form-data; boundary=other', file('bytes') + END],
  'a boundary of 10 000 characters': [`multipart/form-data; boundary=${'x'.repeat(10_000)}`, file('bytes') + END],
  'no form at all': [FORM, 'x'.repeat(100_000)],
  'only zeros': [FORM, '\0'.repeat(100_000)],
  'nothing behind the file': [FORM, file('bytes')],
  'an end in the middle of the file': [FORM, file('x'.repeat(300_000)).slice(0, 200_000)],
  'an end in the head of a part': [FORM, file('bytes').slice(0, 60)],
  'an end in the middle of a field': [FORM, file('bytes') + field('jsonData', '{"notes":"x"}').slice(0, -8)],
  'an end in a field before the file': [FORM, field('jsonData', '{}').slice(0, -4)],
  'a file in another field': [FORM, file('bytes', 'upload') + END],
  'a file in the field of the texts': [FORM, file('{}', 'jsonData') + END],
  'two files': [FORM, file('a') + file('b') + END],
  'three files': [FORM, file('a') + file('b') + file('c') + END],
  'a thousand files': [FORM, times(1000, (at) => file(`${at}`)) + END],
  'a field said twice': [FORM, file('a') + field('notes', 'a') + field('notes', 'b') + END],
  'jsonData said twice': [FORM, field('jsonData', '{}') + file('a') + field('jsonData', '{}') + END],
  'a hundred fields': [FORM, times(100, (at) => field(`f${at}`, 'x')) + file('a') + END],
  'a hundred fields behind the file': [FORM, file('a') + times(100, (at) => field(`f${at}`, 'x')) + END],
  'ten thousand empty parts': [FORM, times(10_000, () => `--${B}\r\n\r\n\r\n`) + END],
  'a field name of 5 000 characters': [FORM, file('a') + field('n'.repeat(5000), 'x') + END],
  'a file field name of 5 000 characters': [FORM, file('a', `file${'n'.repeat(5000)}`) + END],
  'a head of a part of 100 000 characters': [FORM, file('a', `file"; x="${'n'.repeat(100_000)}`) + END],
  'a field value of 100 000 characters': [FORM, file('a') + field('notes', 'x'.repeat(100_000)) + END],
  'a field name of the prototype': [FORM, file('a') + field('__proto__', 'x') + END],
  'a file name of the prototype': [FORM, file('a', '__proto__') + END],
  'a zero in a field': [FORM, file('a') + field('notes', 'a\0b') + END],
  'JSON that is none': [FORM, file('a') + field('jsonData', '{') + END],
  'a JSON part that is none': [
    FORM,
    `--${B}\r\ncontent-disposition: form-data; name="jsonData"\r\ncontent-type: application/json\r\n\r\n{\r\n${file('a')}${END}`,
  ],
};

/** Every form is sent to some calls, in the long suite to every one. */
const sampleForms = createSampler(8);
const uploads = endpoints.filter(({ file: rule }) => rule !== undefined);

describe.each(uploads.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))('$name', ({ endpoint }) => {
  const path = `/api${endpoint.path.replace(/:\w+/g, '1')}`;
  const token = () => users[isForAdministrators(endpoint) ? 'admin' : 'customer'].token;

  test.each(sampleForms(Object.entries(MALFORMED)))(
    'a form with %s gets 400, and its connection can serve the next call',
    async (_, [type, body]) => {
      const socket = await openSocket(app.url);
      const length = String(Buffer.byteLength(body));
      const headers = { authorization: `Bearer ${token()}`, 'content-type': type, 'content-length': length };
      await socket.write(composeHead(endpoint.method, path, headers) + body);
      expect(await awaitReply(socket)).toBe(400);
      expect({ field: '', values: {}, ...(socket.body() as object) }).toEqual({
        code: expect.stringMatching(/^http\./) as string,
        message: expect.stringMatching(/\.$/) as string,
        field: expect.any(String) as string,
        values: expect.any(Object) as object,
      });
      const before = socket.received().length;
      await socket.write(composeHead('GET', '/api/health', {}));
      await expect.poll(() => socket.received().slice(before), { interval: 5 }).toMatch(/^HTTP\/1\.1 200/);
      expect(await listStoredKeys(app)).toEqual([]);
      socket.socket.destroy();
    },
  );
});

describe('a head in which two programs could see different ends of the message', () => {
  const chunked = '4\r\nabcd\r\n0\r\n\r\n';
  test.each([
    ['a length and pieces', { 'content-length': '4', 'transfer-encoding': 'chunked' }, chunked],
    ['pieces that are not the last encoding', { 'transfer-encoding': 'chunked, identity' }, chunked],
    ['two lengths', { 'content-length': '4', 'Content-Length': '2' }, '{}  '],
    ['a length with a sign', { 'content-length': '+2' }, '{}'],
  ])('is refused, and the connection is closed: %s', async (_, headers, body) => {
    const socket = await openSocket(app.url);
    await socket.write(composeHead('POST', '/api/login', { 'content-type': 'application/json', ...headers }) + body);
    expect(await awaitReply(socket)).toBe(400);
    await socket.closed();
  });
});
