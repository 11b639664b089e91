import { t } from '../../../web/text.ts';
import type { FileFieldName } from '../file-fields.list.ts';

interface FileFieldLabels {
  /** In the upload form. */
  form: () => string;
  /** On the page of the file; left out: as in the form. */
  card?: () => string;
  /** Below the control. */
  hint?: () => string;
}

/** What each field is called; the labels of the cards are the specification's. */
export const FILE_FIELD_LABELS: Record<FileFieldName, FileFieldLabels> = {
  vehicle: { form: () => t('files.vehicle'), card: () => t('common.type') },
  brand: { form: () => t('files.brand') },
  model: { form: () => t('files.ecuModel'), card: () => t('common.model') },
  ecu: { form: () => t('files.ecuInformation'), card: () => t('common.ecu') },
  petrol_type: { form: () => t('files.petrolTypeLabel'), card: () => t('files.petrolType') },
  generation: {
    form: () => t('common.year'),
    card: () => t('files.generation'),
    hint: () => t('files.newerOlderChooseNearestYear'),
  },
  gear: { form: () => t('files.gear') },
  reading_device: { form: () => t('files.readingDeviceLabel'), card: () => t('files.readingDevice') },
  description: { form: () => t('common.description') },
};
