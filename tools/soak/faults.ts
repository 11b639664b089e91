// Faults of the machine and the network: npm run soak -- faults [--kills 200] [--stops 20] [--cuts 50] [--sockets 4000]
// [--only kills|database|sockets|disk] [--write]; about half an hour.
// Exits with 1 when a single thing is not as it has to be.
import { parseArgs } from 'node:util';
import { headline, writeSection } from '../bench/write-section.ts';
import { readChoice, readTimes } from '../options.ts';
import { loseDatabase } from './faults/database.ts';
import { fillDisk } from './faults/full-disk.ts';
import { killDuringUploads } from './faults/kills.ts';
import type { Part } from './faults/part.ts';
import { openSlowSockets } from './faults/slow-sockets.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    stops: { type: 'string', default: '20' },
    cuts: { type: 'string', default: '50' },
    sockets: { type: 'string', default: '4000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const [kills, stops, cuts, sockets] = (['kills', 'stops', 'cuts', 'sockets'] as const).map((name) =>
  readTimes(`--${name}`, values[name]),
) as [number, number, number, number];

const PARTS = {
  kills: () => killDuringUploads(kills),
  database: () => loseDatabase({ stops, cuts }),
  sockets: () => openSlowSockets(sockets),
  disk: fillDisk,
};
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];
const chosen = values.only === undefined ? NAMES : [readChoice('--only', values.only, NAMES)];

const parts: Part[] = [];
for (const name of chosen) {
  const part = await PARTS[name]();
  console.log(`\n${part.name}\n${part.found.map((line) => `  ${line}`).join('\n')}`);
  for (const violation of part.violations.slice(0, 20)) console.log(`  VIOLATION ${violation}`);
  parts.push(part);
}
if (values.write && values.only === undefined) {
  writeSection('Faults of machine and network', [
    headline('npm run soak -- faults --write'),
    ...parts.map(
      ({ name, found, violations }) => `**${name}**: ${[...found, `${violations.length} violations`].join('; ')}.`,
    ),
  ]);
}
process.exit(parts.every(({ violations }) => violations.length === 0) ? 0 : 1);
