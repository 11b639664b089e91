import { onRecovery, reportNoResponse } from './connection.ts';
import { getSession } from './session.ts';

/** Announces that something a browser polls has changed on the server (server/events/streams.ts). */
export interface ServerEvent {
  what: 'file' | 'ticket' | 'user' | 'catalogue' | 'configuration' | 'work' | 'everything';
  id: number;
}

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** The server sends something every 20 s; a connection that is silent for this long is dead, though still open. */
const SILENCE_MS = 50_000;

/**
 * Listens to the server until `signal` aborts, and reconnects whenever the connection breaks. It uses fetch, because
 * EventSource cannot send the session's token as a header, and a token in the URL would end up in logs.
 */
export async function listenToEvents(onEvent: (event: ServerEvent) => void, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const outcome = await readStream(onEvent, signal).catch(() => {
      if (!signal.aborted) reportNoResponse();
      return 'broken' as const;
    });
    // Polling also notices the end of the session, and reports it.
    if (outcome === 'refused') return;
    waitMs = outcome === 'ended' ? FIRST_RETRY_MS : Math.min(MAX_RETRY_MS, waitMs * 2);
    await pause(waitMs * (0.75 + Math.random() / 2), signal);
  }
}

async function readStream(
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<'refused' | 'ended' | 'broken'> {
  const token = getSession()?.token;
  if (token === undefined) return 'refused';
  const silence = new AbortController();
  const response = await fetch('/api/events', {
    headers: { authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (response.status === 401 || response.status === 403) return 'refused';
  if (!response.ok || response.body === null) return 'broken';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice(6)) as ServerEvent);
    }
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = onRecovery(end);
    signal.addEventListener('abort', end);
  });
