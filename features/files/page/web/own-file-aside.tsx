import { MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Folded } from '../../../../web/ui/folded.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { continueElsewhere } from '../../../accounts/web/continuation/continue-elsewhere.ts';
import { HistoryCard } from '../../review/web/folded-history.tsx';
import { OfferedVersion } from '../../review/web/version-findings.tsx';
import type { FileDetail } from '../../file.ts';
import { canCancel } from '../../files.rules.ts';
import { CancelFile } from '../../web/cancel-file.tsx';

type OwnFileProps = { file: FileDetail['file']; acknowledge: () => () => void };

/** At a desk, where there is most room. */
export function LookedUp({ file }: { file: FileDetail['file'] }) {
  return (
    <>
      {file.mod_file_name !== null && <OfferedVersion fileId={file.id} />}
      <HistoryCard fileId={file.id} version={file.updated_at} />
    </>
  );
}

export function ReviewNotice({ file, acknowledge }: OwnFileProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-60 text-small text-text2">{t('files.page.reviewNotice')}</p>
      {canCancel(file) && <Cancel fileId={file.id} acknowledge={acknowledge} />}
    </div>
  );
}

function Cancel({ fileId, acknowledge }: Pick<OwnFileProps, 'acknowledge'> & { fileId: number }) {
  const navigate = useNavigate();
  return (
    <span className="ml-auto">
      <CancelFile fileId={fileId} acknowledge={acknowledge} onCanceled={() => void navigate('/my-files')} />
    </span>
  );
}

export function Notes({ text }: { text: string }) {
  return (
    <Alert kind="warning" title={t('files.page.importantTitle')}>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </Alert>
  );
}

export const ContinueButton = () => (
  <Button variant="quiet" icon={<MonitorSmartphone />} iconOnly className="-my-2" onClick={continueElsewhere}>
    {t('accounts.continuation.title')}
  </Button>
);

/** On a phone, everything that is not needed to pay, to send and download files, and to write is folded. */
export function More({ children }: { children: ReactNode }) {
  return (
    <Folded title={<span className="font-strong">{t('files.page.moreTitle')}</span>}>
      <div className="mt-2 grid gap-4">{children}</div>
    </Folded>
  );
}
