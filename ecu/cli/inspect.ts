import { parseArgs } from 'node:util';
import { performance } from 'node:perf_hooks';
import type { Analysis } from '../analyse.ts';
import { analyse } from '../analyse.ts';
import type { Facts } from '../family.ts';
import { fail, hex, readBytes, sha256, table, usage } from './terminal.ts';

/** What `inspect --json` prints for each file, one per line. */
export type Report = {
  file: string;
  sha256: string;
  size_bytes: number;
  file_type: string;
  ecu: Record<string, string | null> | null;
  confidence: number;
  evidence: { what: string; at: number; reason: string }[];
  dtcs: { rows: number; off: number; partly: number; switchable: boolean; reason: string } | null;
  checksums: { name: string; state: string }[];
  /** What percentage of the file the known sums cover; null: not recognised. */
  percent_covered: number | null;
  /** Names the program and the data memory, where the file holds both; null: it does not. */
  parts: string | null;
  /** What makes it doubtful that the file is a whole and sound read. */
  read_warnings: string[];
  ms: number;
};

export async function inspectFiles(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length === 0) return fail(`Say which file.\n\n${usage}`, 2);
  let exitCode = 0;
  for (const [index, path] of positionals.entries()) {
    if (positionals.length > 20 && process.stderr.isTTY)
      process.stderr.write(`\r${index + 1} of ${positionals.length} `);
    const bytes = readBytes(path);
    if (typeof bytes === 'string') {
      exitCode = fail(bytes);
      continue;
    }
    const report = reportOn(path, bytes);
    console.log(values.json ? JSON.stringify(report) : describe(report));
  }
  return exitCode;
}

export function reportOn(file: string, bytes: Uint8Array): Report {
  const startedAt = performance.now();
  const analysis = analyse(bytes);
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const { inspection, checksums } = analysis;
  const { identification } = inspection;
  const recognised = identification.outcome === 'recognised' ? identification : null;
  const candidates = identification.outcome === 'ambiguous' ? identification.candidates : [];
  return {
    file,
    sha256: sha256(bytes),
    size_bytes: bytes.length,
    file_type: inspection.fileType,
    ecu: recognised === null ? null : describeEcu(recognised.family, recognised.facts),
    confidence: recognised === null ? 0 : Math.min(100, recognised.family.points),
    evidence: (recognised === null ? candidates : [recognised.family]).flatMap(({ familyId, evidence }) =>
      evidence.map(({ at, reason }) => ({ what: familyId, at, reason })),
    ),
    dtcs: summariseDtcs(analysis),
    checksums: (checksums ?? []).map(({ name, state }) => ({ name, state })),
    percent_covered: analysis.percentCovered,
    parts: analysis.parts?.message ?? null,
    read_warnings: analysis.readWarnings.map(({ message }) => message),
    ms,
  };
}

function describeEcu(
  { familyId, maker }: { familyId: string; maker: string },
  facts: Facts,
): Record<string, string | null> {
  const valueOf = (name: keyof Facts) => facts[name]?.value ?? null;
  return {
    id: familyId,
    vehicleManufacturer: valueOf('vehicleManufacturer'),
    systemManufacturer: maker,
    modelSeries: valueOf('model'),
    softwareId: valueOf('softwareId') ?? valueOf('dataset'),
    hardwareNumber: valueOf('hardwareNumber'),
    softwareNumber: valueOf('softwareNumber'),
    version: valueOf('softwareVersion'),
    processor: valueOf('processor'),
    partNumber: valueOf('partNumber'),
    dataset: valueOf('dataset'),
    variant: valueOf('variant'),
    engine: valueOf('engine'),
  };
}

function summariseDtcs({ family, listing }: Analysis): Report['dtcs'] {
  if (listing === null) return null;
  if (listing.outcome === 'not found')
    return { rows: 0, off: 0, partly: 0, switchable: false, reason: listing.reason.message };
  const count = (state: string) => listing.rows.filter((row) => row.state === state).length;
  const switchable = listing.notSwitchable === null && family?.dtcs?.switchOff !== null;
  return {
    rows: listing.rows.length,
    off: count('off'),
    partly: count('partial'),
    switchable,
    reason: listing.notSwitchable?.message ?? listing.confirmedBy.join('; '),
  };
}

function describe(report: Report): string {
  const { file, size_bytes, file_type, ecu, evidence, dtcs, checksums, percent_covered, parts, read_warnings, ms } =
    report;
  const known = Object.entries(ecu ?? {}).flatMap(([name, value]) => (value === null ? [] : [[`  ${name}`, value]]));
  const rows = [
    ...known,
    ...evidence.map(({ at, reason }) => ['  because', `${reason} (${hex(at)})`]),
    [
      '  trouble codes',
      dtcs === null ? 'cannot be listed' : `${dtcs.rows} (${dtcs.off} off, ${dtcs.partly} partly): ${dtcs.reason}`,
    ],
    [
      '  checksums',
      checksums.length === 0 ? 'not known' : checksums.map(({ name, state }) => `${name} ${state}`).join(', '),
    ],
    ['  they cover', `${percent_covered ?? 0} % of the file`],
    ...(parts === null ? [] : [['  parts', parts]]),
  ];
  const warnings = read_warnings.map((message) => [`  warning`, message]);
  return `${file}: ${file_type}${ecu === null ? ', not recognised' : ''}, ${size_bytes} bytes, ${ms} ms\n${ecu === null ? table([...rows.slice(0, evidence.length), ...warnings]) : table([...rows, ...warnings])}`.trimEnd();
}
