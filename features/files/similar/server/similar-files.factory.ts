import type { Deps } from '../../../../server/http/call.ts';
import { buildImage } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../server/files.factory.ts';
import { FindingName } from '../../findings.ts';

/** Every possible warning, to be passed as confirmed. */
export const FINDING_NAMES = FindingName.options;

type Built = Omit<NonNullable<Parameters<typeof buildFile>[1]>, 'bytes'>;

/** Builds a waiting file, and a file of another customer with the same original and a modified file. */
export async function buildRepeatedFile(deps: Deps, fields: Built = {}) {
  const bytes = buildImage();
  const modBytes = buildImage('edc16', 1);
  const other = await buildFile(deps, { bytes, modBytes, status: 'PROCESSED', feasible: 'POSSIBLE' });
  const file = await buildFile(deps, { bytes, ...fields });
  return { file, other, bytes, modBytes };
}
