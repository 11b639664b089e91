import { Gauge } from 'lucide-react';
import { LONG, State, States } from '../../.storybook/states.tsx';
import { CheckboxCard } from './checkbox-card.tsx';

export default { title: 'Fields/Checkbox card' };

export const Checkboxes = () => (
  <States minWidth={300}>
    <CheckboxCard title="Stage 1" subline="More torque" price="100.00 CRS" image={<Gauge size={22} />} />
    <CheckboxCard title="Stage 1" subline="More torque" price="100.00 CRS" image={<Gauge size={22} />} defaultChecked />
    <CheckboxCard title="Without a picture" />
    <CheckboxCard title="Not here" subline="Not for this control unit" price="30.00 CRS" disabled />
    <CheckboxCard title="Chosen, and not to be changed" price="30.00 CRS" disabled defaultChecked />
    <CheckboxCard title={LONG} subline={LONG} price="1200.00 CRS" defaultChecked />
  </States>
);

export const Radios = () => (
  <fieldset>
    <legend>How it was read</legend>
    <States minWidth={300}>
      <State of="not chosen">
        <CheckboxCard kind="radio" name="how" title="OBD" subline="In the vehicle" />
      </State>
      <State of="chosen">
        <CheckboxCard kind="radio" name="how" title="Bench" subline="On the table" defaultChecked />
      </State>
      <State of="disabled">
        <CheckboxCard kind="radio" name="how" title="Boot" disabled />
      </State>
    </States>
  </fieldset>
);
