// Measures lists of 10 000 to 1 000 000 files: the server that reads pages of them, and the page that shows, searches
// and sorts them.
// npm run bench -- lists [--write] [10000 100000]; the web app has to be built (npm run build).
import { getPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openBrowser, openPage } from '../../journeys/browser.ts';
import { ADMINISTRATOR } from '../../journeys/portal.ts';
import { signIn, keepSession } from '../../journeys/screens.ts';
import { memoryMb, withBenchPortal, type Server } from './bench-portal.ts';
import { measurePage, type PageFigures } from './lists-page.ts';
import { headline, markdownTable, median, writeSection } from './write-section.ts';

const requestedSizes = process.argv.filter((word) => /^\d+$/.test(word)).map(Number);
const SIZES = requestedSizes.length > 0 ? requestedSizes : [10_000, 100_000, 1_000_000];
const CUSTOMERS = 1000;
const ROUNDS = 5;

/** Creates files of many customers with realistic names, in all states. */
async function fill(databaseUrl: string, from: number, to: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into users (username, full_name, email, phone, country)
     select 'customer' || n, 'Customer ' || n, 'customer' || n || '@example.com', '+389 70 111 222', 'North Macedonia'
       from generate_series(1, ${CUSTOMERS}) n on conflict do nothing`,
  );
  await client.query(
    `insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                        petrol_type, generation, solution, solution_ids, price_cents, status, feasible,
                        mod_file_name, mod_file_key, status_before_cancel)
     select u.ids[1 + n % ${CUSTOMERS}],
            (array['VW_Golf_5','Audi_A4','Scania_R450','BMW_320d','Fiat_Ducato'])[1 + n % 5] || '_EDC16_' || md5(n::text) || '.bin',
            'made ' || n, 524288, '', 'Car', 'Audi', 'Bosch', 'EDC16', 'DIESEL', '2007', 'Stage 1,EGR OFF', '{}',
            (n * 7919::bigint) % 50000, s.status, case when s.status = 'PROCESSED' then 'POSSIBLE' end,
            case when s.status = 'PROCESSED' then 'm.bin' end, case when s.status = 'PROCESSED' then 'mod ' || n end,
            case when s.status = 'CANCELED' then 'PENDING' end
       from generate_series($1::int, $2::int) n,
            lateral (select (array['PENDING','IN_PROGRESS','PROCESSED','CANCELED'])[1 + n % 4] as status) s,
            (select array_agg(id) as ids from users where role = 'CUSTOMER') u`,
    [from, to],
  );
  // PostgreSQL would do this by itself within minutes.
  await client.query('vacuum analyze');
  await client.end();
}

interface ServerFigures {
  pageMs: number;
  pageKb: number;
  searchPageMs: number;
  growthMb: number;
}

const SEARCHES = ['golf', 'abc12', 'customer99', 'scania 4f', 'zzzzz', '123'];
const PAGES = 20;

/** Measures pages and searches, and how far memory rose above what the server used before. */
async function measureServer(server: Server, token: string): Promise<ServerFigures> {
  const headers = { authorization: `Bearer ${token}` };
  let bytes = 0;
  const readPages = async (queries: readonly string[]) => {
    const took: number[] = [];
    for (const query of queries) {
      const startedAt = performance.now();
      const response = await fetch(`${server.url}/api/files?limit=100&${query}`, { headers });
      bytes = (await response.arrayBuffer()).byteLength;
      took.push(performance.now() - startedAt);
    }
    return took;
  };
  const pages = await watchMemory(server, async () => {
    const searched = await readPages(SEARCHES.map((q) => `q=${encodeURIComponent(q)}`));
    return { searched, plain: await readPages(Array.from({ length: PAGES }, () => '')) };
  });
  return {
    pageMs: median(pages.result.plain),
    pageKb: bytes / 1000,
    searchPageMs: Math.max(...pages.result.searched),
    growthMb: pages.growthMb,
  };
}

/**
 * Measures the call for programs. Runs last, because callers who have read a long list are slowed down afterwards
 * (server/http/callers.ts).
 */
const measureWholeList = (server: Server, token: string) =>
  watchMemory(server, async () => {
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/api/files`, { headers: { authorization: `Bearer ${token}` } });
    for await (const _chunk of response.body as AsyncIterable<Uint8Array>);
    return performance.now() - startedAt;
  });

async function watchMemory<Result>(server: Server, work: () => Promise<Result>) {
  const before = memoryMb(server);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryMb(server))), 10);
  const result = await work().finally(() => clearInterval(watch));
  return { result, growthMb: most - before };
}

const computeMedians = <Figures extends object>(rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] as Figures).map((name) => [
      name,
      median(rounds.map((round) => (round as Record<string, number>)[name] as number)),
    ]),
  ) as Figures;

type ListFigures = ServerFigures & PageFigures & { atFullSpeed: PageFigures; allMs: number; allGrowthMb: number };

async function measure(server: Server): Promise<ListFigures> {
  const session = await signIn(server, ADMINISTRATOR);
  // Warm-up: memory that the first calls need for compilation and caches is not due to a list.
  for (let round = 0; round < 3; round += 1) await measureServer(server, session.token);
  const served: ServerFigures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) served.push(await measureServer(server, session.token));
  const browser = await openBrowser();
  const shown: PageFigures[] = [];
  const atFullSpeed: PageFigures[] = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const [figures, slower] = round % 2 === 0 ? [shown, 4] : [atFullSpeed, 1];
    const { page, context } = await openPage(browser, server.url);
    await keepSession(context, session);
    figures.push(await measurePage(page, context, slower));
    await context.close();
  }
  await browser.close();
  const { result: allMs, growthMb: allGrowthMb } = await measureWholeList(server, session.token);
  return {
    ...computeMedians(served),
    ...computeMedians(shown),
    atFullSpeed: computeMedians(atFullSpeed),
    allMs,
    allGrowthMb,
  };
}

function renderRow(size: number, found: ListFigures): string {
  const cells = [
    found.pageMs.toFixed(0),
    found.pageKb.toFixed(0),
    found.searchPageMs.toFixed(0),
    found.growthMb.toFixed(0),
    `${found.allMs.toFixed(0)}, + ${found.allGrowthMb.toFixed(0)} MB`,
    found.inAppRowMs.toFixed(0),
    found.firstRowMs.toFixed(0),
    found.searchMs.toFixed(0),
    found.sortMs.toFixed(0),
    found.keyDelayMs.toFixed(0),
    found.scrollMs.toFixed(0),
    String(found.listNodes),
    [found.atFullSpeed.inAppRowMs, found.atFullSpeed.firstRowMs, found.atFullSpeed.searchMs, found.atFullSpeed.sortMs]
      .map((ms) => ms.toFixed(0))
      .join(' / '),
  ];
  return `| ${size} | ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  const rows: string[] = [];
  await withBenchPortal(async (databaseUrl, server) => {
    let filled = 0;
    for (const size of SIZES) {
      await fill(databaseUrl, filled + 1, size);
      filled = size;
      rows.push(renderRow(size, await measure(server)));
      console.log(rows.at(-1));
    }
  });
  const table = markdownTable(
    [
      'Files',
      'page, ms',
      'page, kB',
      'slowest search, ms',
      'server RSS + MB',
      'whole list',
      'first row in the app, ms',
      'first row of a cold load, ms',
      'search, ms',
      'sort, ms',
      'longest key delay, ms',
      'next rows, ms',
      'nodes of the list',
      'in the app / cold / search / sort at full speed, ms',
    ],
    rows,
  );
  console.log(`\n${table}\n`);
  if (!process.argv.includes('--write')) return;
  writeSection('Long lists: GET /files and /admin/all-files', [
    `${headline('npm run bench -- lists --write')}, priority ${getPriority()}`,
    `Medians of ${ROUNDS} rounds. The server: a page of 100 files, the slowest of ${SEARCHES.length} searches (${SEARCHES.join(', ')}), and its memory beside what it had before; “whole list” is the call without parameters, for programs. The page runs with its processor slowed down four times (the last column is without that) in a window of 1366 x 860: “in the app” is from a press on the link of the dashboard to the paint of the first row, “cold” from the navigation of a browser that has nothing of the portal cached, program and all; from a key in the search or a press on a header to the paint of its result, and from the end of what is here to the paint of the rows behind it. The longest key delay is that of any of ten keys. “nodes of the list” are the elements under the table, headers included.`,
    table,
  ]);
}

await main();
