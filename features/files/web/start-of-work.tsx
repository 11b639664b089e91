import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { File } from '../file.ts';
import { useStartWork, useUndoStartWork } from './files.api.ts';

type StartOfWork = { file: Pick<File, 'id'>; acknowledge: () => () => void };

/** Returns what reports in a toast that the work on a file has started, and offers to undo that. */
export function useReportStart({ file: { id }, acknowledge }: StartOfWork): () => void {
  const undo = useUndoStartWork();
  const runUndo = async () => {
    const undoAcknowledge = acknowledge();
    try {
      await undo.mutateAsync(id);
      toast.show(t('files.work.startUndone'));
    } catch (error) {
      undoAcknowledge();
      toast.show(messageFor(error, t('common.somethingWentWrong')), 'error');
    }
  };
  return () => toast.show(t('files.work.started'), 'success', { text: t('common.undo'), run: () => void runUndo() });
}

/** Returns what starts the work on a file. */
export function useStartOfWork({ file, acknowledge }: StartOfWork): () => void {
  const start = useStartWork();
  const report = useReportStart({ file, acknowledge });
  const run = async () => {
    const undoAcknowledge = acknowledge();
    try {
      const { started } = await start.mutateAsync(file.id);
      if (started) report();
      else undoAcknowledge();
    } catch {
      undoAcknowledge();
      toast.show(t('files.work.startFailed'), 'warning');
    }
  };
  return () => void run();
}
