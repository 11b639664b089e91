import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { looksLikeEcuFile } from '../../files/identification/identification.rules.ts';
import type { AiUpload } from '../dtc-session.ts';

/** Query parameter that names the file with which the upload screen starts. */
export const AI_FILE = 'ai-file';

/** Returns the address of the manual upload that starts with this file. */
export const composeManualUploadPath = ({ fileName }: Pick<AiUpload, 'fileName'>): string =>
  `/upload?${AI_FILE}=${encodeURIComponent(fileName.split('.').at(-1) ?? '')}`;

/** The next step for a file of a control unit from which nothing can be generated here. */
export function ManualUpload({ upload }: { upload: AiUpload }) {
  const mayUpload = useCan('files.upload');
  if (!mayUpload || !looksLikeEcuFile({ file_type: upload.fileident })) return null;
  return (
    <div className="grid justify-items-start gap-3 rounded-control border px-4 py-3">
      <p className="text-body">{t('dtc-off.manualUpload.hint')}</p>
      <ButtonLink to={composeManualUploadPath(upload)}>{t('dtc-off.manualUpload.button')}</ButtonLink>
    </div>
  );
}
