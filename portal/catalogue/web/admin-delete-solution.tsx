import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { Solution } from '../catalogue.contract.ts';
import { useDeleteSolution } from './catalogue.api.ts';

export function AdminDeleteSolution({ solution, onClose }: { solution: Solution | null; onClose: () => void }) {
  const deleteSolution = useDeleteSolution();
  const close = () => {
    deleteSolution.reset();
    onClose();
  };
  const confirm = (id: number) =>
    deleteSolution.mutate(id, {
      onSuccess: () => {
        toast.show(t('catalogue.solutionDeletedSuccessfully'));
        close();
      },
      onError: () => toast.show(t('catalogue.failedDeleteSolutionTryAgain'), 'error'),
    });
  return (
    <ConfirmDialog
      open={solution !== null}
      title={t('catalogue.sureWantDeleteSolution')}
      description={
        solution && (
          <>
            <strong className="text-text wrap-anywhere">{solution.name}</strong> ({solution.code})
            <br />
            {t('catalogue.noLongerChosenFilesUploaded')}
          </>
        )
      }
      confirmText={t('common.delete')}
      busyText={t('common.deleting')}
      danger
      busy={deleteSolution.isPending}
      error={messageFor(deleteSolution.error, '')}
      onConfirm={() => solution && confirm(solution.id)}
      onCancel={close}
    />
  );
}
