import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { useTheme } from '../../../../web/ui/dark-mode.ts';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../../web/ui/table-states.tsx';
import { vehicleText } from '../../files.rules.ts';
import { ChangesView } from '../../hex/web/changes-view.tsx';
import { useFile } from '../../web/files.api.ts';
import { ChangeLink } from './change-link.tsx';
import { useBothFiles } from './changes.api.ts';
import { Paper, PrintButton } from './paper.tsx';

/** For the owner of a bought file: what was changed in it, to look at, to print and to show by a link. */
export default function ChangesScreen() {
  useTheme('chosen');
  const id = Number(useParams().id);
  const file = useFile(id);
  // The comparison loads the library of control units, and delivers the file: not before it is asked for.
  const [isAsked, setAsked] = useState(false);
  const both = useBothFiles(id, isAsked);
  const codes = file.data?.file.ordered_dtcs;
  const compared = useMemo(() => (both.data && codes ? { ...both.data, codes } : null), [both.data, codes]);
  const vehicle = file.data && vehicleText(file.data.vehicle);
  const error = file.error ?? both.error;
  return (
    <Paper
      title={vehicle === undefined ? t('files.changes.title') : `${vehicle}\u{a0}· ${t('files.changes.title')}`}
      bar={
        <>
          <ButtonLink to={`/view-file/${id}`} icon={<ArrowLeft />}>
            {t('common.backToFile')}
          </ButtonLink>
          {compared && <PrintButton />}
        </>
      }
    >
      {compared ? (
        <>
          <Card>
            <ChangesView compared={compared} explained="some" />
          </Card>
          <ChangeLink fileId={id} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <EmptyState art="search" text={t('files.page.customerNotFound')} />
        </Card>
      ) : error instanceof ApiError && error.status === 400 ? (
        <Alert kind="warning">{messageFor(error, t('common.somethingWentWrong'))}</Alert>
      ) : error ? (
        <LoadError onRetry={() => [file, both].forEach(({ isError, refetch }) => isError && void refetch())} />
      ) : !isAsked ? (
        <div>
          <Button variant="primary" onClick={() => setAsked(true)}>
            {t('files.similar.compare')}
          </Button>
        </div>
      ) : (
        <SkeletonLines lines={8} label={t('common.comparingFiles')} />
      )}
    </Paper>
  );
}
