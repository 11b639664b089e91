import { t } from '../../../web/languages/text.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import type { Solution } from '../catalogue.calls.ts';
import { useDeleteSolution } from './catalogue.api.ts';

export const AdminDeleteSolution = ({ solution, onClose }: { solution: Solution | null; onClose: () => void }) => (
  <DeleteDialog
    item={solution}
    removal={useDeleteSolution()}
    title={t('catalogue.sureWantDeleteSolution')}
    description={
      solution && (
        <>
          <strong className="text-text wrap-anywhere">{solution.name}</strong> ({solution.code})
          <br />
          {t('catalogue.deletionEffect')}
        </>
      )
    }
    deletedText={t('catalogue.solutionDeletedSuccessfully')}
    failedText={t('catalogue.failedDeleteSolutionTryAgain')}
    onClose={onClose}
  />
);
