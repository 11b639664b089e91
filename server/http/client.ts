import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Where a call comes from, for limits and for the log. */
export interface Client {
  /** IPv4 or IPv6 in the usual notation; an IPv4 address inside IPv6 as IPv4. */
  address: string;
  /**
   * Everything that one client can change at will counts as one: an IPv4 address, or the /64 of an IPv6 address. Behind
   * a proxy that TRUSTED_PROXIES does not name, it is one for everything the proxy claims to forward for.
   */
  network: string;
  /** True for such a proxy: all visitors share its address. */
  isShared: boolean;
  /** The network of such a proxy itself, for limits in total. */
  proxyNetwork?: string;
  /** The browser's own name, truncated; missing when it sends none. */
  userAgent?: string;
}

const NETWORK_PREFIX_PARTS = 4;

const MAX_AGENT_LENGTH = 300;

const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

type Peer = Pick<FastifyRequest, 'ip' | 'ips' | 'socket' | 'headers'>;

export function readClient(request: Peer): Client {
  const { address, network, isPrivate } = describeAddress(request.ip);
  const forwarded = isPrivate ? findUntrusted(request) : null;
  const agent = request.headers['user-agent']?.slice(0, MAX_AGENT_LENGTH);
  const browser = agent === undefined ? {} : { userAgent: agent };
  if (forwarded === null) return { address, network, isShared: false, ...browser };
  const claimed = hash('sha256', forwarded, 'base64url').slice(0, 12);
  return { address, network: `${network} for ${claimed}`, isShared: true, proxyNetwork: network, ...browser };
}

/**
 * Returns the network that a limit in total counts for: without what a proxy that TRUSTED_PROXIES does not name claims
 * to forward for, which anyone may have made up.
 */
export const readPeerNetwork = (request: Pick<Peer, 'ip'>): string => describeAddress(request.ip).network;

/**
 * Returns what the direct peer claims to forward for, when it is no trusted proxy. The claim may be made up, which
 * leaves the limits of each account, and those of the peer in total: calls per minute, connections and taken addresses.
 * But one limit of failed passwords for all visitors would let a single one lock out all. Only read from a private
 * address: from a public one, the header would be a way around the limits.
 */
function findUntrusted({ ip, ips, socket, headers }: Peer): string | null {
  const isDirectPeer = ip === socket.remoteAddress;
  const given = headers['x-forwarded-for'] ?? (ips === undefined ? headers.forwarded : undefined);
  // A trusted peer is followed by the addresses that it forwards for, even when one of them is its own.
  const isTrusted = (ips?.length ?? 0) > 1;
  return isDirectPeer && !isTrusted && given !== undefined ? String(given) : null;
}

/** Returns the network of an address, as in `Client`. */
export const findNetwork = (address: string): string => describeAddress(address).network;

/** A client that has hung up has no address any more. */
function describeAddress(text: string | undefined = ''): { address: string; network: string; isPrivate: boolean } {
  const plain = text.split('%')[0] ?? '';
  if (!ipaddr.isValid(plain)) return { address: text, network: text, isPrivate: false };
  const address = ipaddr.process(plain);
  const isPrivate = PRIVATE_RANGES.includes(address.range());
  const spelled = address.toString();
  if (address instanceof ipaddr.IPv4) return { address: spelled, network: spelled, isPrivate };
  const prefix = address.parts.slice(0, NETWORK_PREFIX_PARTS).map((part) => part.toString(16));
  return { address: spelled, network: `${prefix.join(':')}::/64`, isPrivate };
}

/** Personal access tokens begin with it, so that whoever finds one in a file knows what it is. */
export const TOKEN_PREFIX = 'tdt_';

const BEARER = new RegExp(`^Bearer +(?:${TOKEN_PREFIX})?(\\S+)$`, 'i');

/** Returns the token in an Authorization header, without its prefix; null when there is none. */
export const findToken = (header: string | undefined): string | null => BEARER.exec(header ?? '')?.[1] ?? null;
