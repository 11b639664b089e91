// Measures, at a given size, the calls whose cost could grow with the portal.
// npm run bench -- queries [100000] [--write]
import { ADMINISTRATOR } from '../../journeys/portal.ts';
import { signIn } from '../../journeys/screens.ts';
import { timeCall, withBenchPortal, type TimedCall } from './bench-portal.ts';
import { fillLists } from './fill-lists.ts';
import { headline, wideTable, writeSection } from './write-section.ts';

const SIZE = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const ROUNDS = 15;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const YEAR = `from=${day(600)}&to=${day(235)}`;

const searches = ['scania 4f1', 'zzzzz', 'golf', 'customer99', 'ab12c', 'golf 77 bin'];
const sorts = ['file_id', 'username', 'file_name', 'price', 'price_status', 'status', 'created_at'];

const callsFor = (user: number, talk: number): [name: string, path: string, rounds?: number][] => [
  ...searches.map((text): [string, string] => [`search: ${text}`, `/search?text=${encodeURIComponent(text)}`]),
  ...searches.map((text): [string, string] => [
    `list, search: ${text}`,
    `/files?limit=100&q=${encodeURIComponent(text)}`,
  ]),
  ['the same, counted to 10000', `/files?limit=1&count=10000&q=${encodeURIComponent('golf 77 bin')}`],
  ...sorts.map((sort): [string, string] => [`list by ${sort}`, `/files?limit=100&sort=${sort}&order=desc`]),
  ['list, one state', '/files?limit=100&status=PENDING'],
  ['list, one state by name', '/files?limit=100&status=PENDING&sort=file_name'],
  ['list, state and price by price', '/files?limit=100&status=CANCELED&price_status=UNPAID&sort=price'],
  ['list, rare state by username', '/files?limit=100&status=IN_PROGRESS&sort=username'],
  ['list, nothing by price', '/files?limit=100&status=NOT_SUPPORTED_SOLUTION&sort=price'],
  ['tickets by username', '/tickets?limit=100&sort=username'],
  ['users by balance', '/users?limit=100&sort=credits&order=desc'],
  ['dashboard of staff', '/dashboard'],
  ['dashboard of the largest customer', `/dashboard/${user}`],
  ['files of the largest customer', `/users/${user}/files`, 3],
  ['waiting, staff', '/waiting'],
  ['list, unassigned', '/files?limit=100&work=unassigned'],
  ['list, overdue', '/files?limit=100&work=overdue'],
  ['page of the largest customer', `/users/${user}/overview`],
  ['first start', '/first-start'],
  ['disk use', '/disk-use'],
  ['bin', '/bin?limit=25'],
  ['ledger, first page', '/credits-ledger?limit=25'],
  ['ledger, page in the middle', `/credits-ledger?limit=25&offset=${SIZE / 2}`],
  ['ledger, source', '/credits-ledger?limit=25&source=Payment'],
  ['ledger, a source and a year', `/credits-ledger?limit=25&source=Payment&${YEAR}`],
  ['ledger, a rare source and a year', `/credits-ledger?limit=25&source=Refund&${YEAR}`],
  ['ledger, a year', `/credits-ledger?limit=25&${YEAR}`],
  ['ledger, a source and a year, deep', `/credits-ledger?limit=25&source=Payment&${YEAR}&offset=${SIZE / 10}`],
  ['ledger of a customer, deep', `/credits-ledger/${user}?limit=25&offset=${SIZE / 2 - 100}`],
  ['ledger of a customer, source and year', `/credits-ledger/${user}?limit=25&source=Upload&${YEAR}`],
  ['balances by day of a customer', `/credits-ledger/${user}/balances`],
  ['statement of a day', `/credits-ledger/${user}/statement?from=${day(30)}&to=${day(30)}`],
  ['ticket with 10 000 messages', `/tickets/${talk}`],
  ['ticket, what is new', `/tickets/${talk}?after=999999999`],
  ['next in the queue', '/queue/next'],
  ['whole list, files', '/files', 1],
  ['whole list, users', '/users', 1],
  ['whole list, tickets', '/tickets', 1],
];

const renderRow = (name: string, { ms, worst, worked, bytes, status }: TimedCall) =>
  `| ${name}${status === 200 ? '' : ` (${status})`} | ${ms.toFixed(1)} | ${worst.toFixed(1)} | ${worked.toFixed(1)} | ${(bytes / 1000).toFixed(0)} |`;

const rows: string[] = [];
const report = (row: string) => {
  rows.push(row);
  console.log(row);
};

await withBenchPortal(async (databaseUrl, server) => {
  const { largest, talk } = await fillLists(databaseUrl, SIZE);
  const { token } = await signIn(server, ADMINISTRATOR);
  const customer = await signIn(server, { ...ADMINISTRATOR, email: 'customer1@example.com' });
  for (const path of ['/waiting', '/needs-you', '/files/1/expected-time'])
    report(renderRow(`${path.slice(1)}, the largest customer`, await timeCall(server, customer.token, path)));
  for (const [name, path, rounds] of callsFor(largest, talk))
    report(renderRow(name, await timeCall(server, token, path, rounds)));
});

if (process.argv.includes('--write')) {
  writeSection('Calls whose cost could grow with the portal', [
    headline(`npm run bench -- queries ${SIZE} --write`),
    `${SIZE} files and ledger entries of 1000 customers over two years; one customer has half of the ledger and of the first 200 000 files, and one ticket 10 000 messages. Medians of ${ROUNDS} calls from the request to the last byte; whole lists once. “processor”: of the server and PostgreSQL together for one call, in ticks of 10 ms shared out over the calls.`,
    wideTable(['Call', 'ms', 'worst', 'processor, ms', 'kB'], rows, 4),
  ]);
}
