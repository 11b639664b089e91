import { ApiError } from '../../../../web/client/api-error.ts';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { useTheme } from '../../../../web/ui/dark-mode.ts';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { useLinkToken } from '../../../accounts/web/accounts.api.ts';
import { changesLinkGone } from '../../files.rules.ts';
import type { ChangesPicture } from '../../hex/picture.ts';
import { changesText } from '../../hex/web/hex-text.ts';
import { PictureMap } from '../../hex/web/map-strip.tsx';
import { PlacesTable } from '../../hex/web/places-table.tsx';
import { useSharedChanges } from './changes.api.ts';
import { Paper, PrintButton } from './paper.tsx';

/** What a workshop shows its customer by a link: the vehicle and the picture of the changes, nothing of the order. */
export default function SharedChangesScreen() {
  useTheme('chosen');
  const token = useLinkToken();
  const { data, error, refetch } = useSharedChanges(token);
  const isGone = token === '' || (error instanceof ApiError && error.status === 400);
  const title = data ? `${data.vehicle}\u{a0}· ${t('files.changes.title')}` : t('files.changes.title');
  return (
    <Paper title={title} bar={data && <PrintButton />}>
      {isGone ? (
        <Card>
          <EmptyState art="search" text={refusalText(changesLinkGone())} />
        </Card>
      ) : data ? (
        <Picture picture={data.picture} madeAt={data.made_at} />
      ) : error ? (
        <LoadError onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Paper>
  );
}

function Picture({ picture, madeAt }: { picture: ChangesPicture; madeAt: string }) {
  const { bytes_changed: bytesChanged, regions, places, size_bytes: sizeBytes } = picture;
  return (
    <>
      <div>
        <p className="text-lead font-strong">{changesText({ bytesChanged, places: { length: regions } })}</p>
        <p className="text-small text-text2">
          <TimeStamp value={madeAt} />
        </p>
      </div>
      <PictureMap picture={picture} />
      <Card flush>
        <PlacesTable {...{ places, sizeBytes, regions }} explained="some" />
      </Card>
    </>
  );
}
