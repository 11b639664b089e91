import { expect, test } from 'vitest';
import { readTargetTimes } from './target-times.ts';

test('target times are minutes for each status and for tickets', () => {
  expect(readTargetTimes({ TARGET_TIMES: 'PENDING=30, TICKET=60' })).toEqual({ PENDING: 30, TICKET: 60 });
});

test('without the setting there are defaults, and with "none" there are none', () => {
  expect(readTargetTimes({})).toEqual({ PENDING: 120, IN_PROGRESS: 480, PROCESSED: 480, TICKET: 240 });
  expect(readTargetTimes({ TARGET_TIMES: 'none' })).toEqual({});
});

test.each(['PENDING', 'PENDING=0', 'PENDING=43201', 'COMPLETED=30', 'TICKET=soon', 'PENDING=30,,'])(
  'the server refuses to start with TARGET_TIMES=%s',
  (value) => {
    expect(() => readTargetTimes({ TARGET_TIMES: value })).toThrow('TARGET_TIMES');
  },
);
