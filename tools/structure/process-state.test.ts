import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** State that a module holds as long as its process runs: a variable, or a collection that is initially empty. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?!Readonly).*?)? = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]);)/gm;

const FOLDERS = ['{app,contract,features,server}/**/*.ts'];

const isProduct = (path: string) => !/\/web\/|\.test\.ts$|\.factory\.ts$|^server\/testing\//.test(path);

const findState = (text: string) => [...text.matchAll(STATE)].map(([, variable, collection]) => variable ?? collection);

/**
 * docs/decisions/024-several-processes.md gives for each the reason why several processes need not share it. State that
 * decides about money, statuses or limits is in the database.
 */
const LISTED = [
  'app/server/boot.ts: stopping',
  'features/accounts/server/google-token.ts: keySets',
  'features/accounts/server/password-attempts.ts: lines',
  'features/accounts/server/passwords.ts: dummyHash',
  'features/accounts/server/passwords.ts: opened',
  'features/accounts/server/provider/provider-client.ts: known',
  'features/accounts/server/session-tokens.ts: verified',
  'features/accounts/server/tokens.ts: keys',
  'features/credits/server/check-state.ts: writing',
  'features/credits/server/ledger-seal.ts: seals',
  'features/credits/server/ledger-seal.ts: verified',
  'features/dtc-off/server/ecu-models.ts: bench',
  'features/dtc-off/server/ecu-models.ts: named',
  'features/messaging/server/mailings.ts: free',
  'features/messaging/server/mailings.ts: waitingForLane',
  'contract/zone-time.ts: formats',
  'server/hashing/sha256-worker.ts: hashes',
  'server/hashing/sha256.ts: lastId',
  'server/hashing/sha256.ts: pool',
  'server/http/body-watch.ts: long',
  'server/http/upload.ts: underWay',
  'server/http/upload.ts: waiting',
  'server/storage/batches.ts: free',
  'server/storage/batches.ts: made',
  'server/texts.ts: opened',
  'server/threads/thread-programs.ts: found',
  'server/traces/trace.ts: tracer',
];

test('no module of the server holds portal state in its process', () => {
  const paths = FOLDERS.flatMap((pattern) => globSync(pattern)).filter(isProduct);
  const found = paths.flatMap((path) => findState(readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`));
  expect(found.toSorted()).toEqual(LISTED.toSorted());
});

test.each([
  ['let count = 0;', ['count']],
  ['export const open = new Map<string, Set<number>>();', ['open']],
  ['const waiting: (() => void)[] = [];', ['waiting']],
  ['const NONE: ReadonlySet<string> = new Set();', []],
  ["const KINDS = new Set(['a', 'b']);", []],
  ['function run() {\n  let count = 0;\n}', []],
])('%s is found as %j', (text, names) => {
  expect(findState(text)).toEqual(names);
});
