import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../../server/http/call.ts';
import { buildPaidFile } from '../../../../server/testing/stories.ts';
import { hashToken } from '../../../accounts/server/link-tokens.ts';
import { buildImage } from '../../../dtc-off/server/dtc-off.factory.ts';
import { drawChanges } from '../../hex/draw-changes.ts';

type Built = Omit<NonNullable<Parameters<typeof buildPaidFile>[1]>, 'bytes' | 'modBytes'>;

/** Builds a paid file whose bytes are those of a control unit with one code switched off. */
export const buildBoughtFile = (deps: Deps, fields: Built = {}) =>
  buildPaidFile(deps, { ...fields, bytes: buildImage(), modBytes: buildImage('edc16', 1) });

/** Builds a paid file with a link to what was changed in it. */
export async function buildChangeLink(deps: Deps, fields: Built = {}) {
  const file = await buildBoughtFile(deps, fields);
  const token = randomBytes(32).toString('base64url');
  const picture = JSON.stringify(drawChanges(buildImage(), buildImage('edc16', 1), []));
  await deps.db
    .insertInto('change_links')
    .values({ file_id: file.id, token_hash: hashToken(token), picture })
    .execute();
  return { ...file, token };
}
