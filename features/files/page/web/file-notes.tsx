import { t } from '../../../../web/languages/text.ts';
import type { File } from '../../file.ts';
import { InternalNotes } from '../../../staff/notes/web/internal-notes.tsx';

/** For administrators: their notes on the file and, if there is one, on its ticket. */
export default function FileNotes({ file }: { file: Pick<File, 'id' | 'ticket_id'> }) {
  return (
    <>
      <InternalNotes kind="files" id={file.id} />
      {file.ticket_id !== null && (
        <InternalNotes kind="tickets" id={file.ticket_id} title={t('staff.notes.ticketTitle')} />
      )}
    </>
  );
}
