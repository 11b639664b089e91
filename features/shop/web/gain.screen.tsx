import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink, buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { useApplicationConfiguration } from './settings.api.ts';
import { UndecidedNote } from './undecided-note.tsx';

/** The tuning shop that the operator works with, inside the portal (C-GAI-01); without one, the way to the prices. */
export default function GainScreen() {
  const { data, isError, refetch } = useApplicationConfiguration();
  const address = data?.gain_url ?? null;
  const isStaff = useCan('admin-area.open');
  return (
    <>
      <PageHeader title={t('common.gain')} actions={address !== null && <NewTab address={address} />} />
      {address !== null && (
        <>
          <Frame address={address} />
          <p className="mt-2 text-small text-text2">{t('shop.gain.blankHint')}</p>
        </>
      )}
      {address === null && (
        <Card>
          {data && (
            <EmptyState
              text={t('shop.gain.priceListHint')}
              action={
                <>
                  <ButtonLink variant="primary" to={isStaff ? '/admin/price-list' : '/price-list'}>
                    {t('common.shell.priceList')}
                  </ButtonLink>
                  {isStaff && data.services.gain === 'UNDECIDED' && (
                    <p className="text-small text-text2">
                      <UndecidedNote />
                    </p>
                  )}
                </>
              }
            />
          )}
          {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />)}
        </Card>
      )}
    </>
  );
}

/** A page may refuse to be framed, which a browser does not report; the link works in any case (G-37). */
function NewTab({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
      <ExternalLink size={18} className="shrink-0" />
      {t('common.openInNewTab')}
    </a>
  );
}

function Frame({ address }: { address: string }) {
  const [isLoading, setLoading] = useState(true);
  return (
    <div className="relative h-[calc(100dvh-12rem)] min-h-96 overflow-clip rounded-card border bg-surface">
      {isLoading && (
        <p role="status" className="absolute inset-0 flex items-center justify-center gap-3 text-text2">
          <Spinner />
          {t('common.loading')}
        </p>
      )}
      <iframe
        src={address}
        title={t('common.gain')}
        referrerPolicy="no-referrer"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a shop needs both, and is never a page of ours
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        className="relative size-full"
        onLoad={() => setLoading(false)}
      />
    </div>
  );
}
