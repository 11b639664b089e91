import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { EcuModel } from '../coverage.calls.ts';
import { useEcuModels } from './dtc-off.api.ts';
import { modelText } from './supported-ecus.tsx';

type SelectEcuModelProps = { open: boolean; onClose: () => void; onChosen: (model: EcuModel) => void };

/** For a file that was recognised as a different control unit than it comes from. */
export function SelectEcuModel({ open, onClose, onChosen }: SelectEcuModelProps) {
  const models = useEcuModels().data ?? [];
  const [place, setPlace] = useState('');
  const model = place === '' ? undefined : models[Number(place)];
  const close = () => {
    setPlace('');
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('dtc-off.selectEcuModel')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={model === undefined}
            onClick={() => {
              if (model === undefined) return;
              close();
              onChosen(model);
            }}
          >
            {t('common.ok')}
          </Button>
        </>
      }
    >
      <Field label={t('common.ecu')}>
        <Select
          placeholder={t('dtc-off.ecuPlaceholder')}
          options={models.map((one, index) => ({ value: String(index), label: modelText(one) }))}
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
      </Field>
    </Modal>
  );
}
