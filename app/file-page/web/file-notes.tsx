import { t } from '../../../web/text.ts';
import type { File } from '../../../portal/files/files.contract.ts';
import { InternalNotes } from '../../../portal/notes/web/internal-notes.tsx';

/** For administrators: what they know about the file and, where there is one, about its ticket. */
export default function FileNotes({ file }: { file: Pick<File, 'id' | 'ticket_id'> }) {
  return (
    <>
      <InternalNotes kind="files" id={file.id} />
      {file.ticket_id !== null && (
        <InternalNotes kind="tickets" id={file.ticket_id} title={t('notes.internalTicket')} />
      )}
    </>
  );
}
