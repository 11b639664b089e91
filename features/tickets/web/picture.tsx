import { useEffect, useState } from 'react';

/** Detects a picture by its first bytes, as a name proves nothing. No SVG: it is a program, not a picture. */
export function detectPictureType(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start);
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
  if (text.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return /^RIFF[^]{4}WEBP/.test(text) ? 'image/webp' : null;
}

/** Whether the file is worth fetching to look at its first bytes. */
export const mayBePicture = (name: string) => /\.(png|jpe?g|gif|webp)$/i.test(name);

const START_BYTES = 12;

/** Returns an address that shows these bytes; null until it is known, and for anything that is not a picture. */
export function usePictureUrl(blob: Blob | null | undefined): string | null {
  const [shown, setShown] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made: string[] = [];
    let isLeft = false;
    const look = async () => {
      const type = detectPictureType(new Uint8Array(await blob.slice(0, START_BYTES).arrayBuffer()));
      if (type === null || isLeft) return;
      const url = URL.createObjectURL(blob.slice(0, blob.size, type));
      made.push(url);
      setShown({ blob, url });
    };
    void look();
    return () => {
      isLeft = true;
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [blob]);
  return shown !== null && shown.blob === blob ? shown.url : null;
}
