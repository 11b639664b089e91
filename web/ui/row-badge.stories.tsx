import { State, States } from '../../.storybook/states.tsx';
import { RowBadge } from './row-badge.tsx';

export default { title: 'Lists/Row badge' };

const STATUSES = ['COMPLETED', 'REFUNDED', 'CANCELED', 'PENDING', 'SOMETHING_ELSE'];

export const Tones = () => (
  <States>
    {STATUSES.map((status) => (
      <RowBadge key={status} status={status} />
    ))}
    <State of="cut">
      <RowBadge status="NOT_SUPPORTED_SOLUTION" cut={13} />
    </State>
  </States>
);
