import { LONG, LONG_NAME, State, States } from '../../.storybook/states.tsx';
import { DescriptionList, type DescriptionField } from './description-list.tsx';

export default { title: 'Text/Description list' };

const FIELDS: readonly DescriptionField[] = [
  { label: 'Vehicle', value: 'Audi S3 1.8 T 2001' },
  { label: 'Control unit', value: '06A906032HN', mono: true, copy: '06A906032HN' },
  { label: 'Gearbox', value: '' },
  { label: 'File', value: LONG_NAME, mono: true, copy: LONG_NAME },
  { label: 'Note', value: LONG, wide: true },
];

export const Columns = () => (
  <States>
    <State of="as wide as it is">
      <DescriptionList fields={FIELDS} />
    </State>
  </States>
);
