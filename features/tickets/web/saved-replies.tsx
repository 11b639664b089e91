import { BookText } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { SavedRepliesDialogProps } from './saved-replies-dialog.tsx';

/** Loaded lazily: with the schema that validates it, it would be an eighth of the page of a file. */
const Dialog = lazyDialog<SavedRepliesDialogProps>(
  async () => (await import('./saved-replies-dialog.tsx')).SavedRepliesDialog,
);

type SavedRepliesProps = Pick<SavedRepliesDialogProps, 'text' | 'onInsert'> & { disabled: boolean };

/** Replies that are sent again and again; all administrators share them. */
export function SavedReplies({ disabled, ...rest }: SavedRepliesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={<BookText />} iconOnly disabled={disabled} onClick={() => setOpen(true)}>
        {t('tickets.savedReplies.title')}
      </Button>
      {isOpen && <Dialog open {...rest} onClose={() => setOpen(false)} />}
    </>
  );
}
