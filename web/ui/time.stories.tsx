import { State, States } from '../../.storybook/states.tsx';
import { TimeStamp } from './time.tsx';

export default { title: 'Text/Time' };

const NOW = new Date();
const AT = '2026-11-22T14:05:00Z';

export const Kinds = () => (
  <States minWidth={220}>
    <State of="date and time">
      <TimeStamp value={AT} />
    </State>
    <State of="date">
      <TimeStamp value={AT} dateOnly />
    </State>
    <State of="how long ago">
      <TimeStamp value={AT} relative />
    </State>
    <State of="a moment ago">
      <TimeStamp value={NOW} relative />
    </State>
    <State of="never">
      <TimeStamp value={null} />
    </State>
    <State of="not a date">
      <TimeStamp value="soon" />
    </State>
  </States>
);
