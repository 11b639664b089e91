import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Every public IPv6 address is in it; what else exists leads somewhere by a detour, or nowhere. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to the internet: not this machine, not its network, and no detour to them. */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(PUBLIC_IPV6));
}

/** Whether the operator has named the address, or a network that it is in. */
function isNamed(text: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const entry of networks) {
    const [network = '', length] = entry.split('/');
    const kind = isIP(network) === 4 ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(network, kind);
    else list.addSubnet(network, Number(length), kind);
  }
  const address = ipaddr.process(text);
  return list.check(address.toString(), address.kind());
}

export type RefusedAddress = 'PRIVATE' | 'INSECURE';

/** Returns why nothing may be sent to this IP address; null when it may. */
export function refuseAddress(
  { protocol }: Pick<URL, 'protocol'>,
  address: string,
  networks: readonly string[],
): RefusedAddress | null {
  const plain = address.split('%')[0] ?? '';
  if (isNamed(plain, networks)) return null;
  if (!isPublic(plain)) return 'PRIVATE';
  return protocol === 'https:' ? null : 'INSECURE';
}

/** Returns the host of an address without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns why the address can never be sent to, as far as it says so itself: a name is looked up at every attempt. */
export function refuseUrl(text: string, networks: readonly string[]): RefusedAddress | null {
  const url = new URL(text);
  const host = hostOf(url);
  if (isIP(host) !== 0) return refuseAddress(url, host, networks);
  if (/(^|\.)localhost\.?$/.test(host) && networks.length === 0) return 'PRIVATE';
  return url.protocol === 'https:' || networks.length > 0 ? null : 'INSECURE';
}
