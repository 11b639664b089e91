const BEARER = /^Bearer +(\S+)$/i;

/** Returns the token in an Authorization header; null when there is none. */
export const findToken = (header: string | undefined): string | null => BEARER.exec(header ?? '')?.[1] ?? null;
