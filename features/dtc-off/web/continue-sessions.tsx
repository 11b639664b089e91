import { History } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { FileName } from '../../../web/ui/file-name.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { AiSession } from '../dtc-session.ts';
import { canContinue } from '../dtc-off.rules.ts';
import { useAiSessions, useIsFree } from './dtc-off.api.ts';
import type { OpenedFile } from './processing.tsx';

/** Files analysed within the last day: for use after a reload, on another device, or after a crash (G-33). */
export function ContinueSessions({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  const data = useAiSessions().data?.filter(canContinue) ?? [];
  const isFree = useIsFree();
  if (data.length === 0) return null;
  return (
    <Card title={t('common.continue')}>
      <div className="grid gap-4">
        {isFree ? (
          <Sessions title={null} sessions={data} onOpened={onOpened} />
        ) : (
          <>
            <Sessions title={t('common.paid')} sessions={data.filter(({ charged }) => charged)} onOpened={onOpened} />
            <Sessions
              title={t('dtc-off.sessions.unpaidTitle')}
              sessions={data.filter(({ charged }) => !charged)}
              onOpened={onOpened}
            />
          </>
        )}
      </div>
    </Card>
  );
}

type SessionsProps = { title: string | null; sessions: readonly AiSession[]; onOpened: (opened: OpenedFile) => void };

/** A busy shop has sixty a day. */
const SHOWN_AT_ONCE = 3;

function Sessions({ title, sessions, onOpened }: SessionsProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (sessions.length === 0) return null;
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN_AT_ONCE);
  return (
    <section className="grid gap-2">
      {title !== null && <h3 className="text-body font-strong">{title}</h3>}
      <ul className="grid gap-3">
        {shown.map((session) => (
          <li
            key={session.fileName}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-3 first:border-t-0 first:pt-0"
          >
            <Button
              icon={<History />}
              className="min-w-0 justify-start text-left wrap-anywhere"
              onClick={() => onOpened({ upload: session, original: null })}
            >
              <FileName text={t('dtc-off.sessions.continue', { file: session.originalName })} />
            </Button>
            <SessionFacts session={session} isPaid={title !== null && session.charged} />
          </li>
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('dtc-off.showAll', { count: sessions.length })}
        </Button>
      )}
    </section>
  );
}

type SessionFactsProps = { session: AiSession; isPaid: boolean };

function SessionFacts({ session: { ecuinfo, expiresAt, generations }, isPaid }: SessionFactsProps) {
  const ecu = [ecuinfo.vehicleManufacturer, ecuinfo.systemManufacturer, ecuinfo.modelSeries].filter(Boolean).join(' ');
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-small text-text2">
      {isPaid && <Badge tone="green">{t('dtc-off.sessions.paid')}</Badge>}
      {ecu !== '' && <span>{ecu}</span>}
      {generations.length > 0 && <span>{t('dtc-off.generatedCount', { count: generations.length })}</span>}
      <span>
        {t('dtc-off.until')} <TimeStamp value={expiresAt} />
      </span>
    </p>
  );
}
