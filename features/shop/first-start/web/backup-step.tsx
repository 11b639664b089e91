import { HardDriveDownload } from 'lucide-react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { FirstStartFacts } from '../first-start.calls.ts';
import { useRequestBackup } from './first-start.api.ts';
import { Literal } from './step-frame.tsx';

type Backup = FirstStartFacts['backup'];

const COMMAND = ['npm run admin backup /mnt/backups/portal.tunedesk'];
const SETTINGS = ['BACKUP_TARGET=/mnt/backups', 'BACKUP_KEY=…', 'BACKUP_SCHEDULE=02:30'];

export function BackupFact({ backup: { made_at, schedule } }: { backup: Backup }) {
  if (made_at === null) return <>{t('shop.firstStart.noBackup')}</>;
  return (
    <>
      {t('shop.firstStart.lastBackup')} <TimeStamp value={made_at} />
      {schedule !== null && ` · ${t('shop.firstStart.backupSchedule', { schedule })}`}
    </>
  );
}

export const BackupStep = ({ backup }: { backup: Backup }) =>
  backup.has_target ? <MakeBackup backup={backup} /> : <ByCommand />;

function MakeBackup({ backup: { failed_at, requested_at } }: { backup: Backup }) {
  const request = useRequestBackup();
  return (
    <>
      {failed_at !== null && requested_at === null && (
        <Alert kind="danger">
          {t('shop.firstStart.backupFailed')} <TimeStamp value={failed_at} />
        </Alert>
      )}
      {request.isError && <Alert kind="danger">{messageFor(request.error, t('common.somethingWentWrong'))}</Alert>}
      <div>
        <Button
          variant="primary"
          icon={<HardDriveDownload />}
          busy={request.isPending || requested_at !== null}
          busyText={t('shop.firstStart.backupOnItsWay')}
          onClick={() => request.mutate(undefined)}
        >
          {t('shop.firstStart.makeBackup')}
        </Button>
      </div>
    </>
  );
}

/** Nothing in the portal may decide where on the machine a file is written. */
const ByCommand = () => (
  <>
    <p className="text-body">{t('shop.firstStart.backupByCommand')}</p>
    <Literal lines={COMMAND} />
    <p className="text-body">{t('shop.firstStart.backupByItself')}</p>
    <Literal lines={SETTINGS} />
  </>
);
