/** The first word of a text that docs/naming.md has a clearer one for; quoted text is free. */
export declare const hiddenWordIn: (text: string) => string | undefined;

/** The same of a file's or folder's name. */
export declare const hiddenWordInName: (name: string) => string | undefined;
