/**
 * Returns whether an address is reachable from this machine alone: localhost and everything below it, 127.0.0.0/8 and
 * ::1. Null (no address is configured) counts as local.
 */
export function isLocalAddress(address: string | null): boolean {
  if (address === null) return true;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || isLoopback(hostname);
}

/** `URL` has already turned every spelling of an IPv4 address into four decimal numbers. */
const isLoopback = (hostname: string) => /^127(\.\d{1,3}){3}$/.test(hostname);
