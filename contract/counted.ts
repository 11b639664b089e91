/** "1 file", "2 files"; for English lines only. Texts of the portal have the plurals of their language instead. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
