// What the portal costs beside its rivals: runs the benches that compare the two in one run, one after the other, and
// prints their tables under each other, each with the load of the machine before and after it. With ECU_CORPUS=FOLDER also
// for real dumps. npm run bench -- cost [NAME...]; about half an hour.
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

interface Part {
  what: string;
  bench: string;
  args?: string[];
  /** Needs a folder of real dumps, or must not see one. */
  dumps?: 'needed' | 'hidden';
}

const PARTS: Part[] = [
  { what: 'a poll, changed and unchanged, beside a bare server', bench: 'polling', args: ['9'] },
  { what: 'sixteen writers of chat messages, beside writers that nobody announces', bench: 'writers' },
  { what: 'twenty uploads of 20 MB of noise at once, beside a bare server', bench: 'uploads', dumps: 'hidden' },
  { what: 'twenty uploads of 20 MB of real dumps at once, beside a bare server', bench: 'uploads', dumps: 'needed' },
  { what: 'DTC OFF, one file and eight at once, beside the library alone', bench: 'dtc-off' },
  { what: 'thousands of open browsers: memory, processor, delay', bench: 'load', args: ['--short'] },
  { what: 'a start at size', bench: 'size' },
];

const load = () => loadavg()[0]?.toFixed(1);
const asked = process.argv.slice(2);

for (const { what, bench, args = [], dumps } of PARTS.filter(
  (part) => asked.length === 0 || asked.includes(part.bench),
)) {
  const { ECU_CORPUS, ...env } = process.env;
  console.log(`\n## ${what}\n`);
  if (dumps === 'needed' && ECU_CORPUS === undefined) {
    console.log('not measured: ECU_CORPUS is not set');
    continue;
  }
  const before = load();
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${bench}.ts`, import.meta.url)), ...args], {
    stdio: 'inherit',
    env: dumps === 'hidden' || ECU_CORPUS === undefined ? env : { ...env, ECU_CORPUS },
  });
  console.log(
    `\nload average ${before} before, ${load()} after${status === 0 ? '' : '; a limit was missed, see above'}`,
  );
}
