/** "1 file", "2 files", as contract/amounts.ts; the library knows nothing outside of it. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
