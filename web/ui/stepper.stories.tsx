import { LONG, State, States } from '../../.storybook/states.tsx';
import { Stepper, type Step } from './stepper.tsx';

export default { title: 'Layout/Stepper' };

const AT = '2026-11-22T14:05:00Z';
const WORDS = ['Uploaded', 'Checked', 'Paid', 'Ready'];

function steps(states: readonly Step['state'][], words: readonly string[] = WORDS): Step[] {
  return words.map((label, at) => ({
    label,
    state: states[at] ?? 'upcoming',
    time: states[at] === 'done' ? AT : null,
  }));
}

export const Places = () => (
  <States>
    <State of="at its beginning">
      <Stepper label="Order 1" steps={steps(['current'])} />
    </State>
    <State of="on its way">
      <Stepper label="Order 2" steps={steps(['done', 'done', 'current'])} />
    </State>
    <State of="at its end">
      <Stepper label="Order 3" steps={steps(['done', 'done', 'done', 'done'])} />
    </State>
    <State of="failed">
      <Stepper label="Order 4" steps={steps(['done', 'failed'])} />
    </State>
    <State of="long words">
      <Stepper label="Order 5" steps={steps(['done', 'current'], ['Transmission control unit', LONG, 'Bezahlt'])} />
    </State>
  </States>
);
