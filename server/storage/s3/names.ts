/** Returns the prefix of the names of a shelf's objects. */
export const shelfOf = (key: string) => `objects/${key.slice(0, 2)}/`;

export const nameOf = (key: string) => `${shelfOf(key)}${key}`;

export const keyOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
