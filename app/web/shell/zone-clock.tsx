import { useEffect, useState } from 'react';
import { formatZoneClock } from '../../../web/languages/dates.ts';

/** The fixed time zone of support (A-SHL-14). */
const ZONE = 'Europe/Skopje';

export function ZoneClock() {
  const now = useSeconds();
  return (
    // On a narrow phone one above the other: the greeting needs the room, and a time without its zone is none.
    <p className="inline-flex min-h-8 shrink-0 items-center gap-x-2 text-body max-[399px]:flex-col max-[399px]:items-end max-[399px]:leading-tight">
      <span className="text-small text-text3">{ZONE}</span>
      <time dateTime={now?.toISOString()} className="inline-block min-w-[8ch] font-strong">
        {now && formatZoneClock(now, ZONE)}
      </time>
    </p>
  );
}

/** Starts when the page is idle, and ticks exactly when the second changes. */
function useSeconds(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const tick = () => setNow(new Date());
    if (now === null) return whenIdle(tick);
    const timer = setTimeout(tick, 1000 - (now.getTime() % 1000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** Runs when the browser is idle, or at once in browsers without `requestIdleCallback`. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    run();
    return () => undefined;
  }
  const idleHandle = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(idleHandle);
}
