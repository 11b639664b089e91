/** Applies what was added to a list and removed from it to the list of now, which a colleague may have changed. */
export const mergeList = <Item>(now: readonly Item[], before: readonly Item[], edited: readonly Item[]): Item[] => [
  ...now.filter((item) => edited.includes(item) || !before.includes(item)),
  ...edited.filter((item) => !before.includes(item) && !now.includes(item)),
];
