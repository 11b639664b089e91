import { LONG, States } from '../../.storybook/states.tsx';
import { ProgressBar } from './progress-bar.tsx';

export default { title: 'Messages/Progress bar' };

export const Values = () => (
  <States>
    <ProgressBar label="Not begun" value={0} />
    <ProgressBar label="Sending" value={24} doneBytes={1_200_000} totalBytes={5_000_000} bytesPerSecond={180_000} />
    <ProgressBar label="Sending" value={60} totalBytes={5_000_000} secondsLeft={95} />
    <ProgressBar label="Sending" value={85} note="Trying again (2 of 3)" />
    <ProgressBar label="Done" value={100} />
    <ProgressBar label={LONG} value={60} note={LONG} />
  </States>
);
