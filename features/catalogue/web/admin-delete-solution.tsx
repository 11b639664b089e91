import { t } from '../../../web/languages/text.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import type { Solution } from '../catalogue.calls.ts';
import { useDeleteSolution } from './catalogue.api.ts';

export const AdminDeleteSolution = ({ solution, onClose }: { solution: Solution | null; onClose: () => void }) => (
  <DeleteDialog
    item={solution}
    removal={useDeleteSolution()}
    title={t('catalogue.deleteConfirm')}
    description={
      solution && (
        <>
          <strong className="text-text wrap-anywhere">{solution.name}</strong> ({solution.code})
          <br />
          {t('catalogue.deleteHint')}
        </>
      )
    }
    deletedText={t('catalogue.deleted')}
    failedText={t('catalogue.deleteFailed')}
    onClose={onClose}
  />
);
