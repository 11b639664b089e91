import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { tooManyPixels, unreadable } from '../media.errors.ts';

export type MediaKind = 'picture' | 'video/mp4' | 'video/webm';

const KINDS: Record<string, MediaKind> = {
  'image/png': 'picture',
  'image/apng': 'picture',
  'image/jpeg': 'picture',
  'image/webp': 'picture',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
};

/** By the bytes alone, whatever the file is called; null for what is neither a picture nor a video of ours. */
export async function recogniseMedia(bytes: Uint8Array): Promise<MediaKind | null> {
  const found = await fileTypeFromBuffer(bytes);
  return (found && KINDS[found.mime]) ?? null;
}

// The library reads dozens of formats. Only these three are let near it, SVG and PDF not at all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

/** A photograph of a good phone; unpacked it takes 200 MB, and a file that claims more is not unpacked at all. */
const MOST_PIXELS = 50_000_000;
const PATIENCE_SECONDS = 30;
const QUALITY = 82;

/**
 * The picture redrawn in each of the widths, smaller where it is smaller: whatever else was in the file, such as the
 * place where a photograph was taken, is not in these.
 */
export async function redraw(bytes: Uint8Array, widths: readonly number[]): Promise<Buffer[]> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable);
  if (width * height > MOST_PIXELS) throw tooManyPixels();
  const drawn: Buffer[] = [];
  for (const limit of widths) {
    drawn.push(
      await sharp(bytes, { limitInputPixels: MOST_PIXELS, autoOrient: true })
        .resize({ width: limit, height: limit, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .timeout({ seconds: PATIENCE_SECONDS })
        .toBuffer()
        .catch(refuseUnreadable),
    );
  }
  return drawn;
}

function refuseUnreadable(): never {
  throw unreadable();
}
