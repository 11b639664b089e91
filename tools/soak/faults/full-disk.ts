// The disk of the stored files fills up, and then has room again. Requires Linux and root, to mount a small file
// system.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SoakPortal } from '../soak-portal.ts';
import { describeStatuses, type Part } from './part.ts';
import { findLost, sweepLeftovers } from './stored.ts';
import { buildUploaders, NO_LIMITS, startUploading, uploadOne } from './uploader.ts';

const DISK = '40m';
const UPLOADS_WHILE_FULL = 20;
/** After a failed write, the disk is considered full for half a minute. */
const MAX_RECOVERY_MS = 40_000;
const NAME = 'The disk of the stored files is full';

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder]).status === 0;

export async function fillDisk(): Promise<Part> {
  const portal = await SoakPortal.open({ ...NO_LIMITS, DISK_RESERVE_MB: '0' });
  const folder = join(portal.dataDir, 'portal', 'files');
  mkdirSync(folder, { recursive: true });
  if (!mount(folder)) {
    await portal.close();
    return { name: NAME, found: ['not run: this user may not mount a file system'], violations: [] };
  }
  try {
    return await run(portal, folder);
  } finally {
    await portal.killServer();
    spawnSync('umount', ['-l', folder]);
    await portal.close();
  }
}

async function run(portal: SoakPortal, folder: string): Promise<Part> {
  await portal.startServer();
  const world = await buildUploaders(portal, 1);
  const uploading = startUploading(portal, world);
  const [token] = world.tokens as [string];
  while ((await uploadOne(uploading, token)) === 201);
  const whileFull: number[] = [];
  for (let upload = 0; upload < UPLOADS_WHILE_FULL; upload += 1) whileFull.push(await uploadOne(uploading, token));
  // Makes room by enlarging the disk, since not only uploads have filled it.
  spawnSync('mount', ['-o', 'remount,size=400m', folder]);
  const startedAt = performance.now();
  while ((await uploadOne(uploading, token)) !== 201 && performance.now() - startedAt < MAX_RECOVERY_MS)
    await sleep(500);
  const seconds = (performance.now() - startedAt) / 1000;
  const lost = await findLost(portal, uploading.acknowledged);
  const { before, after } = await sweepLeftovers(portal);
  const statuses = [...uploading.statuses.keys()].filter((status) => status !== 201 && status !== 400);
  const codes = [...uploading.refusals].filter((code) => code !== 'storage.no_room');
  return {
    name: NAME,
    found: [
      `${uploading.acknowledged.size} uploads were acknowledged, ${lost.length} of them are not there with their bytes`,
      `${before} objects without a row were left behind, ${after} after the sweep`,
      `${seconds.toFixed(1)} s after there was room again an upload was acknowledged`,
      describeStatuses(uploading.statuses),
    ],
    violations: [
      ...lost,
      ...statuses.map((status) => `a reply with ${status}`),
      ...portal.faults,
      ...codes.map((code) => `an upload was refused with ${code}`),
      ...(after > 0 ? [`${after} objects without a row survived the sweep`] : []),
      ...(seconds * 1000 >= MAX_RECOVERY_MS ? ['no upload is accepted after there was room again'] : []),
    ],
  };
}
