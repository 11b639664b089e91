import { Database, Files, HardDrive } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { Stat } from '../../../../web/ui/stat.tsx';
import type { DiskUse } from '../disk-use.calls.ts';
import { useDiskUse } from './disk-use.api.ts';
import { KindsTable } from './kinds-table.tsx';
import { LargestUsers } from './largest-users.tsx';

/** Shows what takes how much space, and whose it is. */
export default function DiskUseScreen() {
  const { data, isError, refetch } = useDiskUse();
  const state = { data, isError, onRetry: () => void refetch() };
  return (
    <>
      <PageHeader title={t('shop.diskUse.title')} subline={t('shop.diskUse.introduction')} />
      <div className="grid gap-6">
        <Totals data={data} />
        <Card flush title={t('shop.diskUse.byKind')}>
          <KindsTable {...state} />
          <p className="border-t px-4 py-3 text-small text-text2">{t('shop.diskUse.proposalsHint')}</p>
        </Card>
        <Card flush title={t('shop.diskUse.largestUsers')}>
          <LargestUsers {...state} />
        </Card>
      </div>
    </>
  );
}

function Totals({ data }: { data: DiskUse | undefined }) {
  const stored = data?.recorded_at ? data.kinds.reduce((sum, { bytes }) => sum + bytes, 0) : undefined;
  const shown = (bytes: number | undefined) => (bytes === undefined ? '–' : sizeText(bytes));
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Stat label={t('shop.diskUse.storedFiles')} value={shown(stored)} icon={<Files />} />
      <Stat label={t('shop.diskUse.database')} value={shown(data?.database_bytes)} icon={<Database />} />
      <Stat
        label={t('shop.diskUse.free')}
        value={data?.free_bytes === null ? '–' : shown(data?.free_bytes)}
        hint={data?.free_bytes === null ? t('shop.diskUse.freeInBucketHint') : undefined}
        icon={<HardDrive />}
      />
    </div>
  );
}
