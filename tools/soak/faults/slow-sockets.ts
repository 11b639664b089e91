// Thousands of connections that send or read as slowly as they can, and a customer beside them.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_BODY_KB } from '../../../contract/endpoint.ts';
import { SoakPortal } from '../soak-portal.ts';
import { callMeanwhile, medianAndP99, MAX_P99_MS } from './bystander.ts';
import { describeStatuses, listUnexpected, type Part } from './part.ts';
import { buildUploaders, NO_LIMITS, type Statuses, type World } from './uploader.ts';

/** Longer than the minute that a body without a file has. */
const SECONDS = 75;
/** When the connections are counted: before the ten seconds of a head are over. */
const COUNTED_AFTER_MS = 5000;
const BYTE_EVERY_MS = 1000;
const OPENED_AT_ONCE = 200;

const KINDS = ['heads', 'bodies', 'readers'] as const;
type Kind = (typeof KINDS)[number];
/** A body that is larger than the portal reads is refused at once. */
const BODY_BYTES = MAX_BODY_KB * 1024 - 1;

export interface Slow {
  socket: Socket;
  kind: Kind;
  isOpen: boolean;
}

/** What each kind sends at first; heads and bodies then continue byte by byte, while readers do not read. */
const composeBeginning = (kind: Kind, token: string): string => {
  if (kind === 'heads') return 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ';
  const bearer = `host: localhost\r\nauthorization: Bearer ${token}\r\n`;
  if (kind === 'readers') return `GET /api/openapi.json HTTP/1.1\r\n${bearer}\r\n`.repeat(20);
  return `POST /api/tickets HTTP/1.1\r\n${bearer}content-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n{`;
};

function openSlow(port: number, kind: Kind, token: string): Slow {
  const slow: Slow = { socket: connect({ port, host: '127.0.0.1' }), kind, isOpen: false };
  slow.socket.on('error', () => undefined);
  slow.socket.once('connect', () => {
    slow.isOpen = true;
  });
  slow.socket.once('close', () => {
    slow.isOpen = false;
  });
  if (kind === 'readers') slow.socket.pause();
  else slow.socket.resume();
  slow.socket.write(composeBeginning(kind, token));
  return slow;
}

async function openAll(port: number, sockets: number, { tokens }: World): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (let at = 0; at < sockets; at += 1) {
    slow.push(openSlow(port, KINDS[at % KINDS.length] as Kind, tokens[at % tokens.length] as string));
    if (at % OPENED_AT_ONCE === 0) await sleep(10);
  }
  return slow;
}

/** Keeps sending one byte on each connection. */
function trickle(slow: readonly Slow[]): () => void {
  const timer = setInterval(() => {
    for (const { socket, kind, isOpen } of slow) if (isOpen && kind !== 'readers') socket.write('a');
  }, BYTE_EVERY_MS);
  return () => clearInterval(timer);
}

export async function openSlowSockets(sockets: number): Promise<Part> {
  const portal = await SoakPortal.open(NO_LIMITS);
  try {
    await portal.startServer();
    const world = await buildUploaders(portal, 50);
    const [customer, ...attackers] = world.tokens as [string, ...string[]];
    const slow = await openAll(Number(new URL(portal.url).port), sockets, { ...world, tokens: attackers });
    const endTrickle = trickle(slow);
    const counted = sleep(COUNTED_AFTER_MS).then(() => countOpen(slow));
    const statuses: Statuses = new Map();
    const until = performance.now() + SECONDS * 1000;
    const bystander = { url: portal.url, token: customer };
    const took = await callMeanwhile(bystander, statuses, () => performance.now() >= until);
    endTrickle();
    const part = describeSockets(slow, { took, statuses, wereOpen: await counted });
    for (const { socket } of slow) socket.destroy();
    return part;
  } finally {
    await portal.close();
  }
}

/** Returns how many connections of each kind are open. */
const countOpen = (slow: readonly Slow[]): Record<Kind, number> => {
  const count = (kind: Kind) => slow.filter((one) => one.kind === kind && one.isOpen).length;
  return { heads: count('heads'), bodies: count('bodies'), readers: count('readers') };
};

interface SocketFindings {
  /** Durations of the calls beside them, sorted. */
  took: readonly number[];
  statuses: Statuses;
  /** How many were open after a while. */
  wereOpen: Record<Kind, number>;
}

export function describeSockets(slow: readonly Slow[], { took, statuses, wereOpen }: SocketFindings): Part {
  const areOpen = countOpen(slow);
  const countPlanted = (kind: Kind) => slow.filter((one) => one.kind === kind).length;
  const { median, p99 } = medianAndP99(took);
  return {
    name: `${slow.length} connections that send or read a byte a second, for ${SECONDS} s`,
    found: [
      `still open at the end: ${KINDS.map((kind) => `${areOpen[kind]} slow ${kind}`).join(', ')}`,
      `${took.length} calls of a customer beside them took ${median.toFixed(1)} ms at the median, p99 ${p99.toFixed(1)} ms`,
      describeStatuses(statuses),
    ],
    violations: [
      ...(p99 > MAX_P99_MS ? [`p99 of the customer is ${p99.toFixed(0)} ms`] : []),
      ...KINDS.filter((kind) => wereOpen[kind] < countPlanted(kind)).map(
        (kind) => `only ${wereOpen[kind]} of ${countPlanted(kind)} slow ${kind} were open in between`,
      ),
      ...(['heads', 'bodies'] as const)
        .filter((kind) => areOpen[kind] > 0)
        .map((kind) => `${areOpen[kind]} slow ${kind} are still awaited`),
      ...listUnexpected(statuses, [200]),
    ],
  };
}
