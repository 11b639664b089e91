import { useState } from 'react';
import { LONG, States } from '../../.storybook/states.tsx';
import { Gauges, type Gauge } from './gauges.tsx';

export default { title: 'Lists/Gauges' };

type Counted = Pick<Gauge, 'label' | 'count' | 'tone'>;

const COUNTED: readonly Counted[] = [
  { label: 'All', count: 1284 },
  { label: 'Pending', count: 12, tone: 'yellow' },
  { label: 'Completed', count: 1270, tone: 'green' },
  { label: 'Canceled', count: 2, tone: 'red' },
];

function Pressable({ counted, label }: { counted: readonly Counted[]; label: string }) {
  const [pressed, setPressed] = useState(1);
  return (
    <Gauges
      label={label}
      gauges={counted.map((one, at) => ({ ...one, pressed: at === pressed, onPress: () => setPressed(at) }))}
    />
  );
}

export const Kinds = () => (
  <States>
    <Pressable label="Files" counted={COUNTED} />
    <Pressable label="Not known yet" counted={COUNTED.map((one) => ({ ...one, count: undefined }))} />
    <Pressable
      label="Long"
      counted={COUNTED.map((one) => ({ ...one, label: `${one.label}: ${LONG}`, count: 123_456_789 }))}
    />
  </States>
);
