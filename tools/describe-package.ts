// Generates the table of measurements in the README of the ECU library's package from docs/measurements.ecu.json.
import { readFileSync } from 'node:fs';
import { tableOf, type Figures } from './bench/ecu/figures.ts';

const README = new URL('../ecu/README.md', import.meta.url);
const MEASURED = new URL('../docs/measurements.ecu.json', import.meta.url);
const TABLE = /(?<=<!-- measured: .* -->\n)[\s\S]*?(?=\n<!-- end of measured -->)/;

interface Measurements {
  date: string;
  families: Figures[];
  all: Figures;
}

/** Returns the expected text of the README; everything around the table is written by hand. */
export function describePackage(): { path: URL; text: string } {
  const { date, families, all } = JSON.parse(readFileSync(MEASURED, 'utf8')) as Measurements;
  const text = readFileSync(README, 'utf8');
  if (!TABLE.test(text)) throw new Error('ecu/README.md has no place for the measured table');
  const lines = [`Measured on ${date} on ${all.files} real files.`, '', tableOf([...families, all])];
  return { path: README, text: text.replace(TABLE, () => `\n${lines.join('\n')}\n`) };
}
