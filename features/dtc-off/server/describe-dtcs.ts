import { chargeRun } from '../../../server/database/callers.ts';
import { rowOf } from '../../files/analysis/server/code-row.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { findCountriesInForce } from '../../accounts/server/country-changes.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type * as contract from '../describe-dtcs.calls.ts';
import { describeRows } from './describe-rows.ts';
import { lockRows } from './locked-rows.ts';

type Row = InputOf<typeof contract.describeDtcs>['rows'][number];

/** Describes codes that a browser has read, as a customer may order them: a file processed by hand has no obstacle. */
export async function describeDtcs(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  { family, vehicle_manufacturer: maker, language, rows }: InputOf<typeof contract.describeDtcs>,
): Promise<ReplyOf<typeof contract.describeDtcs>> {
  const countries = await findCountriesInForce(deps, actor.id);
  const locked = chargeRun(() =>
    lockRows({ rows: rows.map(codeRowOf), obstacle: null }, deps.config.dtcBlocked, countries),
  );
  const file = {
    family: family === null ? null : { id: family },
    facts: maker === null ? {} : { vehicleManufacturer: { value: maker } },
  };
  return { rows: await describeRows(deps.db, file, locked, language) };
}

const codeRowOf = ({ dtc: code, dtc_int: number, maker_number, shared_with, off_paths, ...row }: Row) => ({
  ...rowOf({
    ...row,
    code,
    number,
    ...(maker_number !== null && { makerNumber: maker_number }),
    sharedWith: shared_with,
  }),
  off_entries: off_paths,
});
