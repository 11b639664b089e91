import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMessagePost } from './post-message.ts';
import { openReceiver } from './receiver.factory.ts';
import { refuseUrl } from './webhook-addresses.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.stop());

const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{}' };
const NAMED = ['127.0.0.1'];

const leadingTo =
  (...addresses: string[]) =>
  (_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('without WEBHOOK_NETWORKS, nothing is sent to this machine or its network', () => {
  test.each([
    ['its address', '127.0.0.1'],
    ['the address as one number', '2130706433'],
    ['the address in hexadecimal', '0x7f000001'],
    ['the address in octal', '0177.0.0.1'],
    ['the short address', '127.1'],
    ['the address of nothing', '0.0.0.0'],
    ['its name', 'localhost'],
    ['its address in IPv6', '[::1]'],
    ['IPv4 within IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4 within IPv6 in hexadecimal', '[::ffff:7f00:1]'],
  ])('by %s', async (_, host) => {
    const post = openMessagePost({ networks: [] });
    for (const scheme of ['http', 'https'])
      await expect(post({ url: `${scheme}://${host}:${receiver.port}/`, ...MESSAGE })).rejects.toThrow(/not a public/);
    expect(receiver.received).toEqual([]);
  });

  test.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'fd00::1',
    'fec0::1',
    '::',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ])('by a name that leads to %s', async (address) => {
    const post = openMessagePost({ networks: [], lookUp: leadingTo(address) });
    await expect(post({ url: 'https://hooks.example.com/', ...MESSAGE })).rejects.toThrow(/not a public address/);
  });

  test('by a name of which one address of several is private', async () => {
    const post = openMessagePost({ networks: [], lookUp: leadingTo('93.184.215.14', '127.0.0.1') });
    await expect(post({ url: 'https://hooks.example.com/', ...MESSAGE })).rejects.toThrow('127.0.0.1');
  });

  test('without TLS to a public address', async () => {
    const post = openMessagePost({ networks: [], lookUp: leadingTo('93.184.215.14') });
    await expect(post({ url: 'http://hooks.example.com/', ...MESSAGE })).rejects.toThrow(/https/);
  });
});

test('a name that leads elsewhere at the second look is looked up once, and the first answer is used', async () => {
  const answers = ['127.0.0.1', '127.0.0.2'];
  let looks = 0;
  const post = openMessagePost({
    networks: NAMED,
    lookUp: (name, options, done) => leadingTo(answers[looks++] ?? '127.0.0.2')(name, options, done),
  });
  const reply = await post({ url: `http://hooks.example.com:${receiver.port}/`, ...MESSAGE });
  expect([looks, reply]).toEqual([1, { status: 200, text: 'thanks' }]);
});

test('a redirect is not followed', async () => {
  const target = await openReceiver();
  receiver.answer = (response) => void response.writeHead(302, { location: target.url }).end();
  const reply = await openMessagePost({ networks: NAMED })({ url: receiver.url, ...MESSAGE });
  expect([reply.status, target.received]).toEqual([302, []]);
  await target.stop();
});

test('a receiver that never replies is left after the time limit', async () => {
  receiver.answer = () => undefined;
  const post = openMessagePost({ networks: NAMED, timeoutMs: 300 });
  await expect(post({ url: receiver.url, ...MESSAGE })).rejects.toThrow('no reply within 0.3 seconds');
});

test('a receiver that sends one byte after the other for ever is left after the time limit', async () => {
  receiver.answer = (response) => {
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  };
  const post = openMessagePost({ networks: NAMED, timeoutMs: 300 });
  await expect(post({ url: receiver.url, ...MESSAGE })).rejects.toThrow('no reply within 0.3 seconds');
});

test('of a reply without end the first bytes are read, and no more are taken', async () => {
  let closed = false;
  receiver.answer = (response) => {
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', fill).on('close', () => (closed = true));
    fill();
  };
  const reply = await openMessagePost({ networks: NAMED })({ url: receiver.url, ...MESSAGE });
  expect(reply).toEqual({ status: 200, text: 'x'.repeat(500) });
  await expect.poll(() => closed).toBe(true);
});

test('characters that cannot be stored are removed from a reply', async () => {
  receiver.answer = (response) => void response.end('a\0b\u001b[31m');
  const reply = await openMessagePost({ networks: NAMED })({ url: receiver.url, ...MESSAGE });
  expect(reply.text).toBe('a b [31m');
});

test.each([
  ['https://127.0.0.1/', 'PRIVATE'],
  ['https://0x7f.1/', 'PRIVATE'],
  ['https://[::1]/', 'PRIVATE'],
  ['https://LOCALHOST/', 'PRIVATE'],
  ['https://portal.localhost./', 'PRIVATE'],
  ['http://hooks.example.com/', 'INSECURE'],
  ['https://hooks.example.com/', null],
])('the address %s is refused as %s when it is entered', (url, refused) => {
  expect(refuseUrl(url, [])).toBe(refused);
});
