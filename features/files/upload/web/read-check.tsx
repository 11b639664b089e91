import { lazy, Suspense, useRef, useState } from 'react';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import type { NotEcuDialogProps } from './not-ecu-dialog.tsx';
import type { ReadCheckResultProps, ReadFile } from './read-check-result.tsx';

/** If this part does not load, nothing is shown: the upload does not need it. */
const Result = lazy(() => import('./read-check-result.tsx').catch(() => ({ default: () => null })));

export const NotEcuDialog = lazyDialog<NotEcuDialogProps>(
  async () => (await import('./not-ecu-dialog.tsx')).NotEcuDialog,
);

/**
 * Reads the chosen file in this browser before it is sent. This only helps: a file that cannot be read here is uploaded
 * all the same, and what is stored is what the server reads.
 */
export function useReadCheck(file: File | null) {
  const other = useRef<File | null>(null);
  const confirmed = useRef<File | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [last, setLast] = useState<ReadFile | null>(null);
  return {
    isAsking,
    /** What was read in the chosen file; null as long as nothing is known about it. */
    read: last !== null && last.file === file ? last : null,
    onRead: (read: ReadFile) => {
      other.current = read.isEcuFile ? null : read.file;
      setLast(read);
    },
    /** Returns false when the customer has to be asked first, once for each file. */
    mayBeSent: () => {
      const isFine = file === null || other.current !== file || confirmed.current === file;
      setAsking(!isFine);
      return isFine;
    },
    confirm: () => {
      confirmed.current = file;
      setAsking(false);
    },
    leave: () => setAsking(false),
  };
}

/** The result, shown below the chosen file. */
export function ReadCheck({ file, ...rest }: Omit<ReadCheckResultProps, 'file'> & { file: File | null }) {
  return file === null ? null : (
    <Suspense fallback={null}>
      <Result file={file} {...rest} />
    </Suspense>
  );
}
