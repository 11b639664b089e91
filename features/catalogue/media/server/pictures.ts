import type Sharp from 'sharp';
import { tooManyPixels, unreadable } from '../media.calls.ts';

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

/** Recognises media by the bytes alone, whatever the file's name; null for anything but our picture and video types. */
export async function recogniseMedia(bytes: Uint8Array): Promise<MediaKind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  return (found && KINDS[found.mime]) ?? null;
}

/**
 * Loads the library with the first picture: few portals ever get one, and it takes 20 MB. It can read dozens of formats;
 * only these three are enabled, and SVG and PDF never are.
 */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
  return sharp;
}

/** Size of a photograph from a good phone: decoded it takes 200 MB. A file that claims more is not decoded at all. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 30;
const QUALITY = 82;

/**
 * Redraws the picture in each of the widths, or at its own width where that is smaller. Anything else in the file, such
 * as the location of a photograph, is dropped.
 */
export async function redrawPicture(bytes: Uint8Array, widths: readonly number[]): Promise<Buffer[]> {
  const sharp = await loadSharp();
  await refuseHuge(sharp, bytes);
  const drawn: Buffer[] = [];
  for (const limit of widths) {
    drawn.push(
      await sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true })
        .resize({ width: limit, height: limit, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer()
        .catch(refuseUnreadable),
    );
  }
  return drawn;
}

async function refuseHuge(sharp: typeof Sharp, bytes: Uint8Array): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable);
  if (width * height > MAX_PIXELS) throw tooManyPixels();
}

/** Background colours: `light` behind dark marks, `dark` behind light ones. */
const PLATES = { light: '#ffffff', dark: '#12171c' };
/** A pixel with a lower alpha value is invisible. */
const VISIBLE_ALPHA = 32;
const LOGO_EDGE = 384;

/**
 * Draws a logo so that it works on any background: one with transparent parts gets a plate that contrasts with its
 * marks, so that it vanishes neither on a dark page nor on a light one.
 */
export async function drawLogo(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  await refuseHuge(sharp, bytes);
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true })
    .resize({ width: LOGO_EDGE, height: LOGO_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable);
  const { width, height, channels } = info;
  const drawn = sharp(data, { raw: { width, height, channels } });
  const brightness = brightnessOfMarks(data, channels);
  if (brightness === null) return drawn.png().toBuffer();
  const background = brightness > 0.5 ? PLATES.dark : PLATES.light;
  const edge = Math.max(1, Math.round(Math.min(width, height) * 0.1));
  const plate = await drawn.flatten({ background }).png().toBuffer();
  return sharp(plate).extend({ top: edge, bottom: edge, left: edge, right: edge, background }).png().toBuffer();
}

/** Brightness of the visible pixels, from 0 to 1; null when every pixel is opaque or none is visible. */
function brightnessOfMarks(pixels: Uint8Array, channels: number): number | null {
  let [sum, weight, isWhole] = [0, 0, true];
  for (let at = 0; at < pixels.length; at += channels) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = pixels.subarray(at, at + channels);
    isWhole &&= alpha === 255;
    if (alpha < VISIBLE_ALPHA) continue;
    sum += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    weight += alpha;
  }
  return isWhole || weight === 0 ? null : sum / weight / 255;
}

function refuseUnreadable(): never {
  throw unreadable();
}
