import sharp from 'sharp';
import type { Deps } from '../../../../server/http/call.ts';
import { LOGIN_IMAGE_WIDTHS } from '../media.calls.ts';
import { insertMediaFiles, storePicture } from './media-files.ts';

type Building = Pick<Deps, 'db' | 'storage'>;

/** Draws a PNG of one colour. */
export async function samplePicture(width = 64, height = 48): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = sharp({ create: { width, height, channels: 3, background: '#0a6573' } });
  return new Uint8Array(await canvas.png().toBuffer());
}

/** Bytes that begin like an MP4; no player would find a film in them. */
export function sampleVideo(sizeBytes = 2048): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes).map((_, at) => at % 251);
  bytes.set([
    0,
    0,
    0,
    24,
    ...new TextEncoder().encode('ftypisom'),
    0,
    0,
    2,
    0,
    ...new TextEncoder().encode('isommp42'),
  ]);
  return bytes;
}

/** Builds a picture that an administrator has put on the login page. */
export async function buildLoginMedia(deps: Building) {
  const stored = await storePicture(deps, await samplePicture(), LOGIN_IMAGE_WIDTHS);
  const media = await deps.db
    .insertInto('login_media')
    .values({ name: 'Workshop', url: stored.url, type: 'IMAGE' })
    .returning(['id', 'name', 'url', 'type'])
    .executeTakeFirstOrThrow();
  await insertMediaFiles(deps.db, { login_media_id: media.id }, stored);
  return media;
}
