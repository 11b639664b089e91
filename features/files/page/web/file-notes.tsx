import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { useInternals } from '../../../staff/notes/web/notes.api.ts';
import type { File } from '../../file.ts';
import { InternalNotes } from '../../../staff/notes/web/internal-notes.tsx';
import { useCan } from '../../../../web/client/session.ts';

type Subject = 'files' | 'tickets';

/** For administrators: their notes on the file and, if there is one, on its ticket; one of the two at a time. */
export default function FileNotes({ file }: { file: Pick<File, 'id' | 'ticket_id'> }) {
  const [subject, setSubject] = useState<Subject>('files');
  const seesTickets = useCan('tickets.read-all');
  if (file.ticket_id === null || !seesTickets) return <InternalNotes kind="files" id={file.id} />;
  const ids = { files: file.id, tickets: file.ticket_id };
  const choice = (kind: Subject, text: string) => (
    <Choice kind={kind} id={ids[kind]} text={text} isChosen={subject === kind} onChoose={() => setSubject(kind)} />
  );
  return (
    <InternalNotes
      key={subject}
      kind={subject}
      id={ids[subject]}
      actions={
        <>
          {choice('files', t('files.orderTitle'))}
          {choice('tickets', t('common.ticket'))}
        </>
      }
    />
  );
}

type ChoiceProps = { kind: Subject; id: number; text: string; isChosen: boolean; onChoose: () => void };

/** With how much is written there, so that nothing is overlooked. */
function Choice({ kind, id, text, isChosen, onChoose }: ChoiceProps) {
  const { data } = useInternals({ kind, id });
  const count = data === undefined ? 0 : data.notes.length + data.tags.length;
  return (
    <Button small variant={isChosen ? 'secondary' : 'quiet'} aria-pressed={isChosen} onClick={onChoose}>
      {count === 0 ? text : `${text} (${count})`}
    </Button>
  );
}
