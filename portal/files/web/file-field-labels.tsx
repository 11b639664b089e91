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
  vehicle: { form: () => t('Vehicle'), card: () => t('Type') },
  brand: { form: () => t('Brand') },
  model: { form: () => t('ECU model'), card: () => t('Model') },
  ecu: { form: () => t('ECU information'), card: () => t('ECU') },
  petrol_type: { form: () => t('Petrol type'), card: () => t('Petrol Type') },
  generation: {
    form: () => t('Year'),
    card: () => t('Generation'),
    hint: () => t('Newer or older? Choose the nearest year and write the exact year in the description.'),
  },
  gear: { form: () => t('Gear') },
  reading_device: { form: () => t('Reading device'), card: () => t('Reading Device') },
  description: { form: () => t('Description') },
};
