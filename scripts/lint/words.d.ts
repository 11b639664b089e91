/** Returns the first word of a text for which docs/naming.md has a clearer one; quoted text is exempt. */
export declare const hiddenWordIn: (text: string) => string | undefined;

/** Like `hiddenWordIn`, for the name of a file or folder. */
export declare const hiddenWordInName: (name: string) => string | undefined;
