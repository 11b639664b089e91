import type { ReactNode } from 'react';
import { probeNow, useConnection } from '../client/connection.ts';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { UnsentNote } from './unsent-note.tsx';

/**
 * Strip below the top bar of every page that shows what is not possible offline, plus a note at a button whose action
 * was not sent. It disappears by itself. `age` shows how old the page is.
 */
export function OfflineStrip({ age }: { age?: ReactNode }) {
  const connection = useConnection();
  return (
    <>
      <div role="status" className="print:hidden">
        {connection !== 'online' && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-yellow-bg px-4 py-1.5 text-body text-yellow-fg sm:px-5">
            <p className="min-w-0 flex-1 basis-64">
              <strong className="font-strong">
                {connection === 'offline' ? t('common.shell.offline.title') : t('common.shell.offline.notReached')}
              </strong>{' '}
              {t('common.shell.offline.hint')} {age}
            </p>
            <Button small onClick={() => void probeNow()}>
              {t('common.shell.offline.retryButton')}
            </Button>
          </div>
        )}
      </div>
      <UnsentNote />
    </>
  );
}
