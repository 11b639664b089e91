/** Widths in pixels in which an uploaded image is stored; its address is that of the last one. */
export const SOLUTION_IMAGE_WIDTHS = [128, 512] as const;
export const LOGIN_IMAGE_WIDTHS = [960, 1920] as const;
/** One width is enough: the logo is shown at a third of it. */
export const LOGO_WIDTHS = [384] as const;

const OUR_IMAGE = /^(\/api\/media\/[0-9a-f]{32})-(\d+)\.webp$/;

/** Returns the `srcset` of an uploaded image; undefined for an address that has only one size. */
export function listImageSizes(url: string): string | undefined {
  const [, start, width] = OUR_IMAGE.exec(url) ?? [];
  const widths = [SOLUTION_IMAGE_WIDTHS, LOGIN_IMAGE_WIDTHS].find((known) => known.at(-1) === Number(width));
  return widths?.map((one) => `${start}-${one}.webp ${one}w`).join(', ');
}
