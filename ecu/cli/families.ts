import { families } from '../families.ts';
import { table } from './terminal.ts';

export async function listFamilies(args: string[]): Promise<number> {
  const rows = families
    .map(({ id, maker, models, dtcs, checksums }) => ({
      id,
      maker,
      models,
      dtcs: dtcs === null ? 'no' : dtcs.switchOff === null ? 'list' : 'list and switch',
      checksums: checksums === null ? 'no' : 'yes',
    }))
    .sort((a, b) => a.id.localeCompare(b.id));
  if (args.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
  else {
    const lines = rows.map(({ id, maker, models, dtcs, checksums }) => [id, maker, dtcs, checksums, models.join(', ')]);
    console.log(table([['family', 'supplier', 'trouble codes', 'checksums', 'models'], ...lines]));
  }
  return 0;
}
