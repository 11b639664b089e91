/** Of what records name stored bytes. Proposals of DTC OFF have none: their bytes are made of the original when they are read. */
export const STORED_KINDS = ['ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA'] as const;

/** The users with the most bytes that are shown. */
export const LARGEST_SHOWN = 50;
