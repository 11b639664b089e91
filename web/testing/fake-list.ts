import { describeSelectedFiles, listFiles } from '../../features/files/files.calls.ts';
import type { FileSummary } from '../../features/files/file.ts';
import type { TicketSummary } from '../../features/tickets/ticket.ts';
import type { Page } from '../../contract/pages.ts';
import { describeSelectedTickets, listTickets } from '../../features/tickets/tickets.calls.ts';
import { fake, type FakeResponse } from './fake-api.ts';

export interface FakeList<Row> {
  /** Texts of a row that the search covers. */
  texts: (row: Row) => readonly string[];
  /** Texts that the search only matches at their beginning. */
  begins?: (row: Row) => readonly string[];
  filters?: readonly (keyof Row & string)[];
  /** Sort values for sorts that are not simply the field of that name. */
  sortValues?: Record<string, (row: Row) => string | number>;
  pageRows?: number;
}

type Asked = Record<string, unknown>;

/** Builds a page of these rows like the server: `fake(listFiles, (asked) => readPage(files, asked, {...}))`. */
export function readPage<Row extends { id: number }>(
  all: readonly Row[],
  asked: Asked,
  list: FakeList<Row>,
): Page<Row> {
  const { texts, begins = () => [], filters = [], pageRows } = list;
  const words = ((asked.q as string | undefined) ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(
    (row) =>
      filters.every((name) => asked[name] === undefined || asked[name] === row[name]) &&
      words.every(
        (word) =>
          String(row.id) === word ||
          texts(row).some((text) => text.toLowerCase().includes(word)) ||
          begins(row).some((text) => text.toLowerCase().startsWith(word)),
      ),
  );
  const sorted = sortRows(matching, asked, list);
  const from = Number(asked.cursor ?? 0);
  const end = asked.until === undefined ? from + (pageRows ?? Number(asked.limit ?? 100)) : Number(asked.until);
  const counts = Object.fromEntries(filters.map((name) => [name, countBy(all, name)]));
  return {
    rows: sorted.slice(from, end),
    next_cursor: end < sorted.length ? String(end) : null,
    version: `W/"${JSON.stringify(all).length}-${JSON.stringify(all).slice(-40)}"`,
    totals:
      asked.cursor === undefined
        ? { all: all.length, matching: matching.length, is_exact: true, counts, capped: [], as_of: AS_OF }
        : null,
  };
}

export const AS_OF = '2030-01-01T00:00:00.000000Z';

function sortRows<Row extends { id: number }>(rows: Row[], { sort, order }: Asked, list: FakeList<Row>): Row[] {
  if (typeof sort !== 'string') return rows;
  const readValue = list.sortValues?.[sort] ?? ((row: Row) => row[sort as keyof Row] as string | number);
  const sign = order === 'desc' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [readValue(one), readValue(other)];
    return sign * (a === b ? one.id - other.id : a < b ? -1 : 1);
  });
}

function countBy<Row>(rows: readonly Row[], name: keyof Row): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[String(row[name])] = (counts[String(row[name])] ?? 0) + 1;
  return counts;
}

/** Returns the rows of a selection like the server, from its `ids` and `all`, but ignores the rows' times. */
function findSelected<Row extends { id: number }>(
  rows: readonly Row[],
  { ids, all }: { ids: readonly number[]; all?: Asked & { except: readonly number[] } },
  list: FakeList<Row>,
): Row[] {
  const matching = all ? readPage(rows, { ...all, limit: rows.length }, list).rows : [];
  const chosen = new Set([...ids, ...matching.map(({ id }) => id).filter((id) => !all?.except.includes(id))]);
  return rows.filter(({ id }) => chosen.has(id));
}

export const FILE_LIST: FakeList<FileSummary> = {
  texts: ({ file_id, file_name, username }) => [file_id, file_name, username],
  filters: ['status', 'price_status'],
};

/** Fakes the list of files and the description of a selection of them. */
export const fakeFiles = (files: readonly FileSummary[]): FakeResponse[] => [
  fake(listFiles, (asked) => readPage(files, asked, FILE_LIST)),
  fake(describeSelectedFiles, (selection) => {
    const chosen = findSelected(files, selection as never, FILE_LIST);
    return {
      count: chosen.length,
      owners: new Set(chosen.map(({ user_id }) => user_id)).size,
      owed: chosen.filter(({ price_status, status }) => price_status === 'PAID' && status !== 'COMPLETED').length,
      named: chosen.slice(0, 5).map(({ file_id, file_name }) => ({ file_id, file_name })),
    };
  }),
];

const TICKET_LIST: FakeList<TicketSummary> = {
  texts: ({ ticket_id, subject }) => [ticket_id, subject],
  filters: ['status'],
  sortValues: { closing_date: ({ closing_date }) => closing_date ?? '9999' },
};

/** Fakes the list of tickets and the description of a selection of them. */
export const fakeTickets = (tickets: readonly TicketSummary[]): FakeResponse[] => [
  fake(listTickets, (asked) => readPage(tickets, asked, TICKET_LIST)),
  fake(describeSelectedTickets, (selection) => {
    const chosen = findSelected(tickets, selection as never, TICKET_LIST);
    const open = chosen.filter(({ status }) => status === 'OPEN');
    return {
      count: chosen.length,
      open: open.length,
      owners: new Set(chosen.map(({ user_id }) => user_id)).size,
      named: open.slice(0, 5).map(({ ticket_id, username }) => ({ ticket_id, username })),
    };
  }),
];
