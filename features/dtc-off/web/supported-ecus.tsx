import { ChevronDown } from 'lucide-react';
import { t } from '../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import type { EcuModel } from '../coverage.calls.ts';
import { useEcuModels } from './dtc-off.api.ts';
import { useCan } from '../../../web/client/session.ts';
import { looksLikeEcuFile } from '../../files/identification/identification.rules.ts';
import type { AiUpload } from '../dtc-session.ts';

export const modelText = ({ man, ecuman, model }: EcuModel): string => `${man}, ${ecuman}, ${model}`;

/** For reading only; choosing an entry just closes the list. */
export function SupportedEcus() {
  const { data, isError } = useEcuModels();
  const texts = [...new Set(data?.map(modelText))];
  return (
    <div>
      <Menu
        align="start"
        isShort
        trigger={
          <Button icon={<ChevronDown />} disabled={texts.length === 0}>
            {t('dtc-off.supported.link')}
          </Button>
        }
        items={texts.map((text) => ({ text }))}
      />
      {isError && <p className="mt-1 text-small text-text3">{t('dtc-off.supported.loadFailed')}</p>}
    </div>
  );
}

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
