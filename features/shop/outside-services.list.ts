/** Services of others that a shop may offer: sign-in with Google, the Gain page, links to networks, and a chat. */
export const OUTSIDE_SERVICES = ['google', 'gain', 'social', 'chat'] as const;
export type OutsideService = (typeof OUTSIDE_SERVICES)[number];

/** `SET_UP`: its address is set; `NOT_USED`: decided by an administrator; `UNDECIDED`: neither. */
export const SERVICE_STATES = ['SET_UP', 'NOT_USED', 'UNDECIDED'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];
