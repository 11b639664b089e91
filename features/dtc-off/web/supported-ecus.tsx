import { ChevronDown } from 'lucide-react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import type { EcuModel } from '../coverage.calls.ts';
import { useEcuModels } from './dtc-off.api.ts';

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
