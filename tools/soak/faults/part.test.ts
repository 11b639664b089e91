import { expect, test } from 'vitest';
import { describeKills } from './kills.ts';
import { describeSockets, type Slow } from './slow-sockets.ts';

const uploading = (statuses: [number, number][]) => ({ acknowledged: new Map([[1, '']]), statuses: new Map(statuses) });
const calm = { restarts: [1000], lost: [], faults: [], before: 0, after: 0 };

test('kills may break connections, and a reply with another failure or a fault of the program is one', () => {
  const replies: [number, number][] = [
    [0, 8],
    [201, 20],
    [503, 3],
  ];
  expect(describeKills(uploading(replies), calm).violations).toEqual([]);
  expect(
    describeKills(uploading([...replies, [500, 2]]), { ...calm, faults: ['unexpected fault'] }).violations,
  ).toEqual(['2 replies with 500', 'unexpected fault']);
});

const slow = (kind: Slow['kind'], isOpen: boolean) => ({ kind, isOpen }) as Slow;
const quick = { took: [1, 2, 3], statuses: new Map([[200, 3]]) };
const atEnd = [slow('heads', false), slow('bodies', false), slow('readers', true)];

test('slow connections count only if each kind was open for a while, and none is awaited for ever', () => {
  const allOpen = { heads: 1, bodies: 1, readers: 1 };
  expect(describeSockets(atEnd, { ...quick, wereOpen: allOpen }).violations).toEqual([]);
  expect(describeSockets(atEnd, { ...quick, wereOpen: { ...allOpen, bodies: 0 } }).violations).toEqual([
    'only 0 of 1 slow bodies were open in between',
  ]);
  const awaited = [slow('heads', true), slow('bodies', true), slow('readers', true)];
  expect(describeSockets(awaited, { ...quick, wereOpen: allOpen }).violations).toEqual([
    '1 slow heads are still awaited',
    '1 slow bodies are still awaited',
  ]);
});
