// npm run generate: writes every file that is made from others: the pages of docs/ecu/, the portal's list of families,
// the table of measurements in ecu/README.md, the descriptions of trouble codes, the verdicts in docs/security.md, who
// may do what, and the types of the tables in the database. With -- --check it only names those that are out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeAsvs } from './describe-asvs.ts';
import { describeFamilies, describePackage, listFamilies } from './describe-families.ts';
import { describePermissions } from './describe-permissions.ts';
import { describeTables } from './describe-tables.ts';
import { describeTroubleCodes } from './generate-dtc-descriptions.ts';

export interface GeneratedFile {
  path: URL;
  /** What the file has to contain; parts written by hand are preserved. */
  text: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export const nameOf = ({ path }: GeneratedFile): string => relative(ROOT, fileURLToPath(path));

export const listGenerated = async (): Promise<GeneratedFile[]> => [
  ...describeFamilies(),
  listFamilies(),
  describePackage(),
  describeAsvs(),
  describePermissions(),
  describeTroubleCodes(),
  await describeTables(),
];

export const isOutdated = ({ path, text }: GeneratedFile): boolean =>
  !existsSync(path) || readFileSync(path, 'utf8') !== text;

async function main(args: readonly string[]): Promise<void> {
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const isCheck = args.includes('--check') || process.env.npm_config_check === 'true';
  const files = await listGenerated();
  console.log(`Comparing ${files.length} generated files with what they are made from …`);
  const outdated = files.filter(isOutdated);
  for (const file of outdated) {
    if (!isCheck) {
      mkdirSync(new URL('.', file.path), { recursive: true });
      writeFileSync(file.path, file.text);
    }
    console.log(`${isCheck ? 'out of date' : 'written'}: ${nameOf(file)}`);
  }
  if (outdated.length === 0) console.log('All are up to date.');
  else if (isCheck) {
    console.log('To write them: npm run generate');
    process.exitCode = 1;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
