import { LONG, States } from '../../.storybook/states.tsx';
import { CheckboxRow } from './checkbox-row.tsx';

export default { title: 'Fields/Checkbox row' };

const ignore = () => undefined;

export const Rows = () => (
  <States minWidth={300}>
    <CheckboxRow onChange={ignore}>Also those of colleagues</CheckboxRow>
    <CheckboxRow isStrong defaultChecked onChange={ignore}>
      Correct the wrong checksum first
    </CheckboxRow>
    <CheckboxRow disabled onChange={ignore}>
      Not to be changed
    </CheckboxRow>
    <CheckboxRow isStrong disabled defaultChecked onChange={ignore}>
      Chosen, and not to be changed
    </CheckboxRow>
    <CheckboxRow onChange={ignore}>{LONG}</CheckboxRow>
  </States>
);
