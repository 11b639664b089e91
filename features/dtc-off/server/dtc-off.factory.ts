import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { analyse, switchOffInFile } from '../../../ecu/index.ts';
import { samples } from '../../../ecu/testing/samples.ts';
import { analyseFile } from '../../files/analysis/server/analyse-file.ts';
import type { Deps } from '../../../server/http/call.ts';
import { buildUser } from '../../accounts/server/accounts.factory.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import { toEcuInfo } from './ecu-info.ts';
import { switchDtcsOff } from './generate.ts';
import { noteUse } from './sessions.ts';
import { DTC_OFF_CREDITS } from '../dtc-off.calls.ts';
import { SESSION_MS } from './sessions.ts';
import { composeActor } from '../../../server/testing/composed-actor.ts';

/** Builds an image of a family. Each `variant` is a different file, in which a different code is off already. */
export function buildImage(familyId = 'edc16', variant = 0): Uint8Array<ArrayBuffer> {
  const sample = samples.find((one) => one.familyId === familyId);
  if (sample === undefined) throw new Error(`there is no sample of ${familyId}`);
  const bytes = new Uint8Array(sample.build());
  if (variant === 0) return bytes;
  const { listing } = analyse(bytes);
  const rows = listing?.outcome === 'found' ? listing.rows.filter(({ state }) => state === 'on') : [];
  const changed = switchOffInFile(bytes, [rows.at(-variant)?.code ?? '']);
  if (changed.outcome === 'refused') throw new Error(changed.reason.message);
  return new Uint8Array(changed.file);
}

/**
 * Builds the same image with the first byte of this many checksums changed; returns their names and offsets as well.
 */
export function buildWrongChecksums(familyId = 'edc16', count = 1) {
  const bytes = buildImage(familyId);
  const sums = (analyse(bytes).checksums ?? []).filter(({ kind }) => kind === 'sum').slice(0, count);
  for (const { cells } of sums) bytes[cells[0]?.at ?? 0]! ^= 0x5a;
  return { bytes, names: sums.map(({ name }) => name), at: sums.map(({ cells }) => cells[0]?.at ?? 0) };
}

interface Built {
  user_id?: number;
  file_name?: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

/** Builds an unpaid session as an upload leaves it; returns the two names that identify it in calls. */
export async function buildAiSession(
  deps: Pick<Deps, 'db' | 'storage' | 'clock'>,
  { user_id, file_name = 'Golf 5.bin', bytes = buildImage() }: Built = {},
) {
  const stored = await deps.storage.receive(Readable.from([bytes]));
  await deps.storage.keep(stored);
  const analysis = analyseFile({ bytes });
  const handle = randomBytes(16).toString('hex');
  const { id } = await deps.db
    .insertInto('ai_sessions')
    .values({
      handle,
      user_id: user_id ?? (await buildUser(deps)).id,
      file_name,
      file_key: stored.key,
      file_size_bytes: stored.sizeBytes,
      file_sha256: stored.sha256,
      analysis: JSON.stringify(analysis),
      expires_at: new Date(deps.clock.now().getTime() + SESSION_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteUse(deps.db, 'UPLOADED');
  const ecu_id = toEcuInfo(analysis, bytes.length).ecuId ?? '';
  return { id, file_name: `${file_name}.${handle}`, ecu_id, rows: analysis.rows };
}

/** Builds a paid session with one generated file; gives its owner the credits for it as well. */
export async function buildGeneration(
  deps: Deps,
  { dtcs = 'P0616', repair_checksums, ...built }: Built & { dtcs?: string; repair_checksums?: boolean } = {},
) {
  const user_id = built.user_id ?? (await buildUser(deps)).id;
  await buildCredits(deps, user_id, DTC_OFF_CREDITS);
  const session = await buildAiSession(deps, { ...built, user_id });
  const owner = composeActor(user_id, 'CUSTOMER');
  const { headers, stream } = await switchDtcsOff(deps, owner, {
    ...session,
    dtcs,
    repair_checksums,
    declared_use: 'TEST_BENCH',
  });
  stream.destroy();
  return { session, user_id, id: Number(headers?.['x-generation-id']) };
}
