import { beforeEach, expect, test } from 'vitest';
import { createVersions, type Reading } from '../events/versions.ts';
import { createKnownSessions, type KnownSession } from './polls.ts';

let nowMs: number;
let versions: ReturnType<typeof createVersions>;
let sessions: ReturnType<typeof createKnownSessions>;

const begin = (...sources: string[]) => versions.begin(sources) as Reading;

function remember(token: string): KnownSession {
  const session = { id: 7, role: 'CUSTOMER', staff_capabilities: null, verified: true, sessionId: token } as const;
  sessions.remember(token, { session, expiresAt: 60_000 }, begin(`session:${token}`));
  return sessions.find(token) as KnownSession;
}

const rememberReply = (known: KnownSession, url: string) =>
  sessions.rememberReply(known, url, { tag: '"tag"', reading: begin('file:1'), goodUntil: Infinity });

beforeEach(() => {
  nowMs = 0;
  versions = createVersions();
  versions.start();
  sessions = createKnownSessions(versions, { now: () => new Date(nowMs) });
});

test('a session gets up to fifty replies at once from memory, and regains fifty a second', () => {
  const known = remember('a');
  rememberReply(known, '/api/files/1');
  const ask = () => sessions.isUnchanged(known, '/api/files/1', '"tag"');
  const inARow = () => Array.from({ length: 60 }, ask).filter(Boolean).length;
  expect(inARow()).toBe(50);
  nowMs = 500;
  expect(inARow()).toBe(25);
  nowMs = 10_000;
  expect(inARow()).toBe(50);
});

test('the ninth path of a session replaces the least recently used one', () => {
  const known = remember('a');
  for (let id = 1; id <= 8; id += 1) rememberReply(known, `/api/files/${id}`);
  rememberReply(known, '/api/files/1');
  rememberReply(known, '/api/files/9');
  const unchanged = [1, 2, 3, 9].filter((id) => sessions.isUnchanged(known, `/api/files/${id}`, '"tag"'));
  expect(unchanged).toEqual([1, 3, 9]);
});

test('beyond 20 000 sessions the oldest are forgotten', () => {
  for (let at = 0; at < 20_001; at += 1) remember(String(at));
  expect([
    sessions.find('0'),
    sessions.find('1')?.session.sessionId,
    sessions.find('20000')?.session.sessionId,
  ]).toEqual([null, '1', '20000']);
});

test('a session is forgotten when it has expired or changed', () => {
  remember('a');
  remember('b');
  versions.change('session:a');
  expect([sessions.find('a'), sessions.find('b')?.session.sessionId]).toEqual([null, 'b']);
  nowMs = 60_000;
  expect(sessions.find('b')).toBeNull();
});
