import { textKey } from '../../contract/texts.ts';

/**
 * The films that come with the product, for portals whose operator has named no video. `npm run generate tour` records them: a
 * picture for each scene. Their captions are texts of the portal, and so in the reader's language.
 */
export const FILMS = {
  watch: {
    address: '/films/watch.webm',
    scenes: [
      { caption: textKey('shop.films.upload'), seconds: 4 },
      { caption: textKey('shop.films.list'), seconds: 3 },
      { caption: textKey('shop.films.staffLooks'), seconds: 3 },
      { caption: textKey('shop.films.staffPrices'), seconds: 4 },
      { caption: textKey('shop.films.customerSeesPrice'), seconds: 4 },
      { caption: textKey('shop.films.paid'), seconds: 4 },
    ],
  },
  tutorial: {
    address: '/films/tutorial.webm',
    /** Its first scene, shown until it is opened. */
    picture: '/films/tutorial.webp',
    scenes: [
      { caption: textKey('shop.films.chooseFile'), seconds: 4 },
      { caption: textKey('shop.films.recognised'), seconds: 4 },
      { caption: textKey('shop.films.chooseCodes'), seconds: 4 },
      { caption: textKey('shop.films.declareUse'), seconds: 4 },
      { caption: textKey('shop.films.proved'), seconds: 5 },
    ],
  },
} as const;

export type Film = keyof typeof FILMS;

/** Returns the captions of a film; undefined for any other video. */
export const findCaptions = (address: string) => Object.values(FILMS).find((film) => film.address === address)?.scenes;
