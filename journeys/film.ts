import type { Page } from 'playwright-core';
import { writeWebm } from './webm.ts';

/** A still of a film, as PNG, and how long it is shown. */
export interface Still {
  picture: Buffer;
  seconds: number;
}

/** Pictures per second: the stills do not move, but a player jumps to the next picture only. */
const RATE = 2;

/** From 0 (best) to 63. */
const QUANTIZER = 30;

/** Encodes the stills with the browser's own encoder. A string, because it runs in the page; VP9 plays everywhere. */
const ENCODE = `async ({ stills, rate, quantizer }) => {
  const encoded = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.push({ bytes: bytes.toBase64?.() ?? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), atMs: chunk.timestamp / 1000, isKey: chunk.type === 'key' });
    },
    error: (error) => { throw error; },
  });
  let at = 0, width = 0, height = 0;
  for (const { picture, seconds } of stills) {
    const image = new Image();
    image.src = 'data:image/png;base64,' + picture;
    await image.decode();
    if (at === 0) {
      [width, height] = [image.naturalWidth, image.naturalHeight];
      encoder.configure({ codec: 'vp09.00.31.08', width, height, bitrateMode: 'quantizer', framerate: rate });
    }
    for (let frame = 0; frame < seconds * rate; frame++) {
      const shown = new VideoFrame(image, { timestamp: at * 1e6 });
      encoder.encode(shown, { keyFrame: frame === 0, vp9: { quantizer } });
      shown.close();
      at += 1 / rate;
    }
  }
  await encoder.flush();
  return { width, height, durationMs: at * 1000, pictures: encoded };
}`;

interface Encoded {
  width: number;
  height: number;
  durationMs: number;
  pictures: { bytes: string; atMs: number; isKey: boolean }[];
}

/** Makes a film of stills; `page` may be any page of the portal. */
export async function makeFilm(page: Page, stills: readonly Still[]): Promise<Buffer> {
  const given = stills.map(({ picture, seconds }) => ({ picture: picture.toString('base64'), seconds }));
  const film = await page.evaluate<Encoded>(
    `(${ENCODE})(${JSON.stringify({ stills: given, rate: RATE, quantizer: QUANTIZER })})`,
  );
  const pictures = film.pictures.map((picture) => ({ ...picture, bytes: Buffer.from(picture.bytes, 'base64') }));
  return writeWebm({ ...film, pictures });
}
