import { LONG_NAME, type Played, State, States, shown } from '../../.storybook/states.tsx';
import { CopyText } from './copy-text.tsx';

export default { title: 'Actions/Copy text' };

export const Kinds = () => (
  <States minWidth={280}>
    <State of="a value">
      <CopyText text="06A906032HN" label="part number" className="font-mono" />
    </State>
    <State of="a long value">
      <CopyText text={LONG_NAME} label="file name" className="font-mono" />
    </State>
    <State of="an address">
      <CopyText text="https://portal.example.com/changes?token=pQ8xJ2mB7wY4nK1cV6sR3tZ9" className="font-mono" />
    </State>
  </States>
);

export const Refused = () => <CopyText text="K7QM-4XTP" className="font-mono" />;
Refused.play = async ({ canvasElement }: Played) => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  canvasElement.querySelector('button')?.click();
  await shown('[role=status]:not(.sr-only)');
};
