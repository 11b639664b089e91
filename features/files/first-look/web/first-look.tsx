import { Search } from 'lucide-react';
import { useState } from 'react';
import { useHandedFile } from '../../../../web/client/handed-file.ts';
import { t } from '../../../../web/languages/text.ts';
import { DropAnywhere } from '../../../../web/ui/drop-anywhere.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import type { FirstLookDialogProps } from './first-look-dialog.tsx';

const FirstLookDialog = lazyDialog<FirstLookDialogProps>(
  async () => (await import('./first-look-dialog.tsx')).FirstLookDialog,
);

/**
 * Takes a file that is dropped anywhere on the page, and shows what can be done with it before any form is filled in.
 * `hasZone`: shows a place to choose one as well, for phones and keyboards.
 */
export function FirstLook({ hasZone = false }: { hasZone?: boolean }) {
  const [file, setFile] = useState<File | null>(null);
  useHandedFile('/dashboard', ({ file: chosen }) => setFile(chosen));
  return (
    <>
      {hasZone && <FileChoice onFile={setFile} />}
      <DropAnywhere onFile={setFile} disabled={false} />
      <FirstLookDialog open={file !== null} file={file} onClose={() => setFile(null)} />
    </>
  );
}

/** One line, so that what waits for the reader stays in sight. */
function FileChoice({ onFile }: { onFile: (file: File) => void }) {
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-3 rounded-control text-body text-link has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // Cleared, because choosing the same file again would otherwise fire no event.
          target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
      <Search size={20} aria-hidden="true" className="shrink-0" />
      <span className="underline underline-offset-2">{t('files.firstLook.chooseLink')}</span>
    </label>
  );
}
