import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../../server/http/call.ts';
import { buildAdmin, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import type { FileSummary } from '../file.ts';
import { FILE_SORTS } from '../file-fields.ts';
import { listFilePage, type FileRequest } from './file-list.ts';
import { buildFile } from './files.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Sort = (typeof FILE_SORTS)[number];

openStage();
let actor: Actor;
let all: FileSummary[];
beforeAll(async () => {
  const admin = await buildAdmin(app.deps);
  actor = { id: admin.id, role: 'ADMIN', staff_capabilities: null, verified: true, sessionId: '', requestId: '' };
  // Two owners share a name, and one has no file.
  const owners = [];
  for (const username of ['Ana', 'boris', 'ana', 'Carl']) owners.push(await buildSignedIn(app.deps, { username }));
  for (let at = 0; at < 18; at += 1) {
    const user_id = owners[at % 3]?.id ?? 0;
    const canceled = { status: 'CANCELED', status_before_cancel: 'PENDING' } as const;
    const file = { user_id, file_name: `golf-${at % 4}.bin`, price_cents: (at % 3) * 1000 };
    if (at % 6 === 5) await buildPaidFile(app.deps, { user_id });
    else await buildFile(app, { ...file, ...(at % 4 === 0 && canceled) });
  }
  all = await readAll({ limit: 100 });
});

async function readAll(asked: FileRequest, until?: string): Promise<FileSummary[]> {
  const rows: FileSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await listFilePage(app.deps, actor, { limit: 4, ...asked, cursor, until }, { maxSorted: 0 });
    rows.push(...page.rows);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && cursor !== until);
  return rows;
}

const FILTERS: Pick<FileRequest, 'status' | 'price_status'>[] = [
  {},
  { status: 'PENDING' },
  { status: 'PROCESSED' },
  { price_status: 'UNPAID' },
  { price_status: 'PAID' },
  { status: 'CANCELED', price_status: 'UNPAID' },
  { status: 'COMPLETED' },
];

const readSortValue = (row: FileSummary, sort: Sort) => {
  const value = sort === 'file_id' ? row.id : row[sort];
  return typeof value === 'string' ? value.toLowerCase() : value;
};

function inOrder(rows: readonly FileSummary[], sort: Sort, sign: 1 | -1): FileSummary[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [readSortValue(one, sort), readSortValue(other, sort)];
    return sign * (a === b ? one.id - other.id : a < b ? -1 : 1);
  });
}

test.each(FILE_SORTS)(
  'sorted by %s, every filter returns the matching files in both directions, page by page',
  async (sort) => {
    for (const filter of FILTERS) {
      const passing = all.filter(
        (row) =>
          (filter.status === undefined || row.status === filter.status) &&
          (filter.price_status === undefined || row.price_status === filter.price_status),
      );
      expect([filter, await readAll({ ...filter, sort, order: 'asc' })]).toEqual([filter, inOrder(passing, sort, 1)]);
      expect([filter, await readAll({ ...filter, sort, order: 'desc' })]).toEqual([filter, inOrder(passing, sort, -1)]);
    }
  },
);

test.each(['username', 'price'] as const)(
  'sorted by %s, a page that is read again ends where it ended before',
  async (sort) => {
    const asked = { status: 'PENDING', sort, order: 'asc' } as const;
    const first = await listFilePage(app.deps, actor, { ...asked, limit: 9 }, { maxSorted: 0 });
    const again = await readAll(asked, first.next_cursor ?? '');
    expect(first.rows).toHaveLength(9);
    expect(again).toEqual(first.rows);
  },
);

test('few files of many customers are sorted at once, with the same result', async () => {
  const asked = { status: 'PENDING', sort: 'username', order: 'desc', limit: 100 } as const;
  const sorted = await listFilePage(app.deps, actor, asked);
  expect(sorted.rows).toEqual((await listFilePage(app.deps, actor, asked, { maxSorted: 0 })).rows);
  expect(sorted.rows.length).toBeGreaterThan(5);
});
