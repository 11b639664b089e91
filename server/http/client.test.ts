import { expect, test } from 'vitest';
import { readClient } from './client.ts';

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}, ip = remoteAddress) =>
  ({ ip, socket: { remoteAddress }, headers }) as unknown as Parameters<typeof readClient>[0];

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['2001:db8:12:34:aaaa::1', '2001:db8:12:34:aaaa::1', '2001:db8:12:34::/64'],
  ['2001:db8:12:34:ffff:1:2:3', '2001:db8:12:34:ffff:1:2:3', '2001:db8:12:34::/64'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
])('%s is read as address %s in network %s', (from, address, network) => {
  expect(readClient(requestFrom(from))).toEqual({ address, network, isShared: false });
});

test.each(['127.0.0.1', '10.1.2.3', '172.20.0.2', '192.168.1.1', '::1', 'fd00::5', '::ffff:10.0.0.1'])(
  'a proxy at private address %s missing from TRUSTED_PROXIES counts as shared by all visitors',
  (peer) => {
    expect(readClient(requestFrom(peer, { 'x-forwarded-for': '203.0.113.9' })).isShared).toBe(true);
    expect(readClient(requestFrom(peer, { forwarded: 'for=203.0.113.9' })).isShared).toBe(true);
    expect(readClient(requestFrom(peer)).isShared).toBe(false);
  },
);

test('behind such a proxy every forwarded address is a network of its own, with a short name', () => {
  const networkOf = (forwarded: string) =>
    readClient(requestFrom('10.0.0.1', { 'x-forwarded-for': forwarded })).network;
  expect(networkOf('203.0.113.9')).toBe(networkOf('203.0.113.9'));
  const networks = ['203.0.113.9', '203.0.113.10', '203.0.113.9, 198.51.100.1'].map(networkOf);
  expect(new Set([...networks, '10.0.0.1']).size).toBe(4);
  expect(networkOf('x'.repeat(5000)).length).toBeLessThan(64);
});

test('a client that has hung up meanwhile has no address, and is no error', () => {
  const gone = { ip: undefined, socket: {}, headers: {} } as unknown as Parameters<typeof readClient>[0];
  expect(readClient(gone)).toEqual({ address: '', network: '', isShared: false });
});

test('a forwarding header from a public address is no sign of a shared proxy', () => {
  expect(readClient(requestFrom('198.51.100.7', { 'x-forwarded-for': '10.0.0.1' })).isShared).toBe(false);
});

test('behind a trusted proxy a visitor with a private address counts as a visitor', () => {
  const request = requestFrom('10.0.0.1', { 'x-forwarded-for': '192.168.1.50' }, '192.168.1.50');
  expect(readClient(request)).toEqual({ address: '192.168.1.50', network: '192.168.1.50', isShared: false });
});
