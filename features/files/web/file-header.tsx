import type { ReactNode } from 'react';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { UnreadBadges } from '../../messaging/web/unread-mark.tsx';
import { useReadFile } from '../../accounts/web/unread.api.ts';
import type { FileDetail } from '../file.ts';
import { vehicleText } from '../files.rules.ts';

type FileHeaderProps = {
  detail: FileDetail;
  actions?: ReactNode;
};

/** The vehicle of the file, and what is new about it, which is then marked as read. */
export function FileHeader({ detail: { file, vehicle }, actions }: FileHeaderProps) {
  const unread = useReadFile(file.id);
  return (
    <PageHeader
      title={vehicleText(vehicle)}
      actions={
        (unread.length > 0 || actions) && (
          <>
            <UnreadBadges kinds={unread} />
            {actions}
          </>
        )
      }
    />
  );
}
