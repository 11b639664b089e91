import { FileText } from 'lucide-react';
import { LONG, State, States } from '../../.storybook/states.tsx';
import { Sparkline, Stat } from './stat.tsx';

export default { title: 'Layout/Stat' };

const DAYS = [2, 4, 3, 7, 5, 0, 0, 6, 8, 5, 9, 7, 11, 12];

export const Kinds = () => (
  <States minWidth={260}>
    <Stat label="Files" value={128} />
    <Stat label="Files" value={128} icon={<FileText />} hint="12 more than last week" />
    <Stat label="Files" value={128} to="/my-files" sparkline={DAYS} sparklineLabel="Files per day, last 14 days" />
    <Stat label="Balance" value="1 250.00 CRS" hint={LONG} />
    <Stat label={LONG} value="123 456 789.00 CRS" sparkline={DAYS} />
    <State of="nothing but zeros">
      <Sparkline values={DAYS.map(() => 0)} label="Files per day" />
    </State>
  </States>
);
