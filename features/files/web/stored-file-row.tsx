import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';

type StoredFileRowProps = {
  name: string;
  sizeBytes: number;
  /** The kind of the file, or when it arrived; shown above its name, before its size. */
  about: ReactNode;
  downloadText: string;
  /** State of the last download. */
  state: { isPending: boolean; error: Error | null };
  onDownload: () => void;
  /** Other actions on the file. */
  children?: ReactNode;
};

/** A row of a list of stored files, each with a download. */
export const StoredFileRow = (props: StoredFileRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap gap-x-2 text-small text-text3">
        {props.about}
        {sizeText(props.sizeBytes)}
      </span>
      <span className="block font-mono text-small wrap-anywhere">{props.name}</span>
    </span>
    {props.children}
    <Button iconOnly icon={<Download />} busy={props.state.isPending} onClick={props.onDownload}>
      {props.downloadText}
    </Button>
    {props.state.error !== null && (
      <p role="alert" className="w-full text-small text-red-fg">
        {messageFor(props.state.error, t('common.downloadFailed'))}
      </p>
    )}
  </li>
);
