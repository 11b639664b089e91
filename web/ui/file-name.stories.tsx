import { LONG_NAME, State, States } from '../../.storybook/states.tsx';
import { FileName } from './file-name.tsx';

export default { title: 'Text/FileName' };

export const Places = () => (
  <States>
    <State of="enough room">
      <FileName text="Audi_A3_8P.bin" />
    </State>
    <State of="a narrow place">
      <div className="wrap-anywhere" style={{ width: 160 }}>
        <FileName text={LONG_NAME} />
      </div>
    </State>
  </States>
);
