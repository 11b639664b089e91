/**
 * Kinds of records that reference stored bytes. DTC OFF proposals have none: their bytes are created from the original
 * when they are read.
 */
export const STORED_KINDS = ['ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA'] as const;

/** How many of the users with the most bytes are shown. */
export const LARGEST_SHOWN = 50;
