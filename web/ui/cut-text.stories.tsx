import { LONG, LONG_NAME, State, States } from '../../.storybook/states.tsx';
import { Cut } from './cut-text.tsx';

export default { title: 'Text/Cut' };

export const Lengths = () => (
  <States>
    <State of="short enough">
      <Cut text="Audi S3" length={20} />
    </State>
    <State of="cut">
      <Cut text={LONG} length={20} />
    </State>
    <State of="the name of a file in a narrow place">
      <div style={{ width: 160 }}>
        <Cut text={LONG_NAME} length={60} isFileName />
      </div>
    </State>
  </States>
);
