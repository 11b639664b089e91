import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { File } from '../files.contract.ts';
import { useStartWork, useUndoStartWork } from './files.api.ts';

type StartOfWork = { file: File; acknowledge: () => () => void };

/** Returns what starts the work on a file; a toast reports it and offers to undo it. */
export function useStartOfWork({ file: { id }, acknowledge }: StartOfWork): () => void {
  const start = useStartWork();
  const undo = useUndoStartWork();
  const runUndo = async () => {
    const isNotMine = acknowledge();
    try {
      await undo.mutateAsync(id);
      toast.show(t('files.startUndone'));
    } catch (error) {
      isNotMine();
      toast.show(messageFor(error, t('common.somethingWentWrong')), 'error');
    }
  };
  const run = async () => {
    const isNotMine = acknowledge();
    try {
      const { started } = await start.mutateAsync(id);
      if (!started) isNotMine();
      else toast.show(t('files.workStarted'), 'success', { text: t('ui.undo'), run: () => void runUndo() });
    } catch {
      isNotMine();
      toast.show(t('files.startFailed'), 'warning');
    }
  };
  return () => void run();
}
