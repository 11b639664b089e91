/** Lines "P0401 Text", for all cars and for the lists of single makers. */
export type DescriptionLists = { generic: string; makers: Readonly<Record<string, string>> };
