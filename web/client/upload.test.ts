import { beforeEach, expect, test, vi } from 'vitest';
import { uploadModified } from '../../features/files/review/review.calls.ts';
import { fake, installFakeApi, no } from '../testing/fake-api.ts';
import { upload } from './upload.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const file = new File(['bytes'], 'a.bin');
const input = { id: 3, fileId: 3, notes: null };

async function attempt(status: number) {
  const api = installFakeApi(fake(uploadModified, no(status, 'sentence')));
  const retried: number[] = [];
  const outcome = upload(uploadModified, input, {
    file,
    retries: 3,
    idempotencyKey: 'the-same-for-all',
    onRetry: (number) => retried.push(number),
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  return { api, retried, error: await outcome };
}

test('without a response an upload is retried three times, same key', { tags: ['X-LIM-02', 'G-52'] }, async () => {
  const { api, retried, error } = await attempt(0);
  expect(error).toMatchObject({ status: 0 });
  expect(retried).toEqual([1, 2, 3]);
  expect(api.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill('the-same-for-all'));
});

test.each([400, 403, 500, 503])('a response of %i is final', { tags: ['X-LIM-02'] }, async (status) => {
  const { api, retried, error } = await attempt(status);
  expect(error).toMatchObject({ status });
  expect(retried).toEqual([]);
  expect(api.calls).toHaveLength(1);
});
