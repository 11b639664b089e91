import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';

/** The support's zone; fixed (A-SHL-14). */
const ZONE = 'Europe/Skopje';

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function ZoneClock() {
  const now = useSeconds();
  return (
    <p className="inline-flex min-h-9 shrink-0 items-center gap-2 rounded-control border px-3 text-body">
      <Clock size={17} className="shrink-0 text-accent" />
      <span className="text-small text-text3">{ZONE}</span>
      <time dateTime={now.toISOString()} className="font-strong">
        {format.format(now)}
      </time>
    </p>
  );
}

/** Ticks when the second changes, and not some time in the middle of it. */
function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 1000 - (now.getTime() % 1000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
