// Thousands of connections that send or read as slowly as they can, and a customer beside them.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SoakPortal } from '../soak-portal.ts';
import { callMeanwhile, medianAndP99, MAX_P99_MS } from './bystander.ts';
import { describeStatuses, type Part } from './part.ts';
import { buildUploaders, NO_LIMITS, type Statuses, type World } from './uploader.ts';

const SECONDS = 60;
const BYTE_EVERY_MS = 1000;
const OPENED_AT_ONCE = 200;

type Kind = 'heads' | 'bodies' | 'readers';
const KINDS: readonly Kind[] = ['heads', 'bodies', 'readers'];

interface Slow {
  socket: Socket;
  kind: Kind;
  isOpen: boolean;
}

/** What each kind sends at first; heads and bodies then continue byte by byte, while readers do not read. */
const composeBeginning = (kind: Kind, token: string): string => {
  if (kind === 'heads') return 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ';
  const bearer = `host: localhost\r\nauthorization: Bearer ${token}\r\n`;
  if (kind === 'readers') return `GET /api/openapi.json HTTP/1.1\r\n${bearer}\r\n`.repeat(20);
  return `POST /api/tickets HTTP/1.1\r\n${bearer}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`;
};

function openSlow(port: number, kind: Kind, token: string): Slow {
  const slow: Slow = { socket: connect({ port, host: '127.0.0.1' }), kind, isOpen: true };
  slow.socket.on('error', () => undefined);
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
    const statuses: Statuses = new Map();
    const until = performance.now() + SECONDS * 1000;
    const bystander = { url: portal.url, token: customer };
    const took = await callMeanwhile(bystander, statuses, () => performance.now() >= until);
    endTrickle();
    const part = describe(slow, took, statuses);
    for (const { socket } of slow) socket.destroy();
    return part;
  } finally {
    await portal.close();
  }
}

function describe(slow: readonly Slow[], took: readonly number[], statuses: Statuses): Part {
  const countOpen = (kind: Kind) => slow.filter((one) => one.kind === kind && one.isOpen).length;
  const { median, p99 } = medianAndP99(took);
  return {
    name: `${slow.length} connections that send or read a byte a second, for ${SECONDS} s`,
    found: [
      `still open at the end: ${KINDS.map((kind) => `${countOpen(kind)} slow ${kind}`).join(', ')}`,
      `${took.length} calls of a customer beside them took ${median.toFixed(1)} ms at the median, p99 ${p99.toFixed(1)} ms`,
      describeStatuses(statuses),
    ],
    violations: [
      ...(p99 > MAX_P99_MS ? [`p99 of the customer is ${p99.toFixed(0)} ms`] : []),
      ...(countOpen('heads') > 0 ? [`${countOpen('heads')} heads are still awaited`] : []),
      ...[...statuses].filter(([status]) => status !== 200).map(([status, times]) => `${times} replies with ${status}`),
    ],
  };
}
