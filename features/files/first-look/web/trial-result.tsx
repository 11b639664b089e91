import { handFile } from '../../../../web/client/handed-file.ts';
import { useCan, useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { checkFile } from '../../upload/web/check-file.ts';
import { useSummary } from '../../upload/web/use-summary.ts';
import { FirstLookDialog } from './first-look-dialog.tsx';
import { ReadInFile } from './read-in-file.tsx';

/** What was read in a file. A customer sees the prices at once; the file of a visitor waits in this tab until then. */
export default function TrialResult({ file, onClose }: { file: File; onClose: () => void }) {
  const isCustomer = useCan('files.upload');
  return isCustomer ? <FirstLookDialog open file={file} onClose={onClose} /> : <ReadHere file={file} />;
}

function ReadHere({ file }: { file: File }) {
  const isVisitor = useSession() === null;
  const problem = checkFile(file);
  const summary = useSummary(problem === undefined ? file : null);
  if (problem !== undefined) return <Alert kind="danger">{problem}</Alert>;
  const keep = () => handFile('/dashboard', { file, solutionIds: [] });
  return (
    <>
      <ReadInFile summary={summary} />
      {isVisitor && summary !== 'reading' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
          <p className="min-w-0 flex-1 basis-60 text-text2">{t('files.firstLook.pricesHint')}</p>
          <ButtonLink to="/login" onClick={keep}>
            {t('common.login')}
          </ButtonLink>
          <ButtonLink to="/register" variant="primary" onClick={keep}>
            {t('accounts.register.link')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
