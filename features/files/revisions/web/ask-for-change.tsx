import { useState } from 'react';
import { call } from '../../../../web/client/call.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { formatAbsoluteTime } from '../../../../web/ui/time.tsx';
import type { TextDialogProps } from '../../../../web/frame/text-dialog.tsx';
import type { File } from '../../file.ts';
import { MAX_REASON_LENGTH, requestRevision } from '../revisions.calls.ts';
import ChosenFurtherFiles from '../../further/web/chosen-further-files.tsx';
import { sendFurtherFiles, type ChosenFile } from '../../further/web/further-files.api.ts';
import { endOfPeriod } from '../revisions.rules.ts';
import { getFile } from '../../files.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';

const TextDialog = lazyDialog<TextDialogProps & { open: boolean }>(
  async () => (await import('../../../../web/frame/text-dialog.tsx')).TextDialog,
);

type AskForChangeProps = {
  file: File;
  acknowledge: () => () => void;
  /** Number of days after the delivery in which a change is free. */
  days: number;
  /** Called when the request arrived but some of its files did not, with their names. */
  onMissing: (names: string[]) => void;
};

/**
 * The request for a change: a reason and files that show it, such as a log or a scan report. They become further files
 * of the file.
 */
export default function AskForChange({ file, acknowledge, days, onMissing }: AskForChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const change = useRequestRevision({ chosen, onMissing });
  const until = formatAbsoluteTime(endOfPeriod(file.delivered_at ?? '', days), true);
  return (
    <div className="grid gap-2">
      <p className="text-small text-text3">{t('files.revisions.freeUntil', { day: until })}</p>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {t('files.revisions.askButton')}
      </Button>
      {isOpen && (
        <TextDialog
          open
          id={file.id}
          longest={MAX_REASON_LENGTH}
          title={t('files.revisions.askButton')}
          description={t('files.revisions.askHint')}
          label={t('files.revisions.askLabel')}
          submitText={t('files.revisions.sendButton')}
          draft={`change of file ${file.id}`}
          change={change}
          acknowledge={acknowledge}
          onClose={() => setOpen(false)}
        >
          <p className="text-small text-text3">{t('files.revisions.logHint')}</p>
          <ChosenFurtherFiles
            chosen={chosen}
            onChange={setChosen}
            stored={file.further_files}
            disabled={change.isPending}
          />
        </TextDialog>
      )}
    </div>
  );
}

interface Beside {
  /** Files that accompany the reason. */
  chosen: readonly ChosenFile[];
  onMissing: (names: string[]) => void;
}

/** Sends the request before the files: a delivered file accepts further files only once it is back in the queue. */
const useRequestRevision = ({ chosen, onMissing }: Beside) =>
  useChangeFile(async ({ id, text }: { id: number; text: string }) => {
    const requested = await call(requestRevision, { id, reason: text });
    if (chosen.length === 0) return requested;
    const { missing } = await sendFurtherFiles(id, chosen);
    if (missing.length > 0) onMissing(missing.map(({ file }) => file.name));
    // If this call fails, the next poll shows the files: the request itself has succeeded.
    return call(getFile, { id }).catch(() => requested);
  });
