import type { ReactNode } from 'react';
import { FileName } from '../../../web/ui/file-name.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { UnreadBadges } from '../../messaging/web/unread-mark.tsx';
import { useReadFile } from '../../accounts/web/unread.api.ts';
import type { FileDetail } from '../file.ts';
import { vehicleText } from '../files.rules.ts';

type FileHeaderProps = {
  detail: FileDetail;
  /** Shown before the name of the file, such as its owner. */
  owner?: ReactNode;
  actions?: ReactNode;
};

/** The vehicle of the file, followed by its name and number. Marks what is unread about the file as read. */
export function FileHeader({ detail: { file, vehicle }, owner, actions }: FileHeaderProps) {
  const unread = useReadFile(file.id);
  return (
    <PageHeader
      title={vehicleText(vehicle)}
      subline={
        <span className="flex flex-wrap gap-x-3">
          {owner}
          <span className="font-mono text-small leading-6 wrap-anywhere">
            <FileName text={file.file_name} />
          </span>
          <span className="font-mono text-small leading-6 text-text3">{file.file_id}</span>
          <UnreadBadges kinds={unread} />
        </span>
      }
      actions={actions}
    />
  );
}
