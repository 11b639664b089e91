import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Where a call comes from, for limits and for the log. */
export interface Client {
  /** IPv4 or IPv6 as people write it; an IPv4 address inside IPv6 as IPv4. */
  address: string;
  /** What one client can change at will counts as one: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  /** True for a proxy that TRUSTED_PROXIES does not name: all visitors have its address. */
  isShared: boolean;
}

/** A limit per address is this much wider for an address that all visitors share. */
export const SHARED_FACTOR = 20;

const NETWORK_PREFIX_PARTS = 4;

const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

export function readClient(request: Pick<FastifyRequest, 'ip' | 'socket' | 'headers'>): Client {
  const { address, network, isPrivate } = describeAddress(request.ip);
  return { address, network, isShared: isPrivate && isForwarded(request) };
}

/**
 * Whether the direct peer is not a trusted proxy but says that it forwards. Only believed of a private address: from
 * a public one the header would be a way around the limits.
 */
function isForwarded({ ip, socket, headers }: Pick<FastifyRequest, 'ip' | 'socket' | 'headers'>): boolean {
  const isDirectPeer = ip === socket.remoteAddress;
  return isDirectPeer && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined);
}

function describeAddress(text: string): { address: string; network: string; isPrivate: boolean } {
  const plain = text.split('%')[0] ?? '';
  if (!ipaddr.isValid(plain)) return { address: text, network: text, isPrivate: false };
  const address = ipaddr.process(plain);
  const isPrivate = PRIVATE_RANGES.includes(address.range());
  const spelled = address.toString();
  if (address instanceof ipaddr.IPv4) return { address: spelled, network: spelled, isPrivate };
  const prefix = address.parts.slice(0, NETWORK_PREFIX_PARTS).map((part) => part.toString(16));
  return { address: spelled, network: `${prefix.join(':')}::/64`, isPrivate };
}
