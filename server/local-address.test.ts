import { expect, test } from 'vitest';
import { isLocalAddress } from '../features/payments/server/payment-config.ts';

test.each([
  null,
  'http://localhost:3000',
  'http://LOCALHOST',
  'http://tuning.localhost:8080',
  'http://127.0.0.1:3000',
  'http://127.8.9.10',
  'http://0x7f.1',
  'http://[::1]:3000',
])('%s is local', (address) => {
  expect(isLocalAddress(address)).toBe(true);
});

test.each([
  'https://tuning.example.com',
  'http://192.168.1.20:3000',
  'http://10.0.0.1',
  'http://0.0.0.0:3000',
  'https://localhost.example.com',
  'https://mylocalhost',
  'https://127.0.0.1.example.com',
  'https://127.example.com',
  'http://[2001:db8::1]',
])('%s is not local', (address) => {
  expect(isLocalAddress(address)).toBe(false);
});
