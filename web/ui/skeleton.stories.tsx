import { State, States } from '../../.storybook/states.tsx';
import { Skeleton, SkeletonLines } from './skeleton.tsx';

export default { title: 'Layout/Skeleton' };

export const Bars = () => (
  <States minWidth={260}>
    <State of="one bar">
      <Skeleton />
    </State>
    <State of="of a size">
      <Skeleton className="h-7 w-48" />
    </State>
    <State of="lines">
      <SkeletonLines />
    </State>
  </States>
);
