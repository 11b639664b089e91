import { Clock } from 'lucide-react';
import { LONG, Row, State, States } from '../../.storybook/states.tsx';
import { Badge, Dot, StatusBadge, type Tone } from './badge.tsx';

export default { title: 'Text/Badge' };

const TONES: readonly Tone[] = ['green', 'blue', 'red', 'yellow', 'grey'];
const STATUSES = [
  'ACTIVE',
  'COMPLETED',
  'OPEN',
  'PAID',
  'POSSIBLE',
  'PROCESSED',
  'REFUNDED',
  'NOT_SUPPORTED_SOLUTION',
  'DEACTIVE',
  'CANCELED',
  'CLOSED',
  'UNPAID',
  'NOT_POSSIBLE',
  'PENDING',
  'IN_PROGRESS',
  'SOMETHING_ELSE',
];

export const Tones = () => (
  <States>
    <State of="filled">
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
    </State>
    <State of="with an icon">
      <Row>
        <Badge tone="yellow" icon={<Clock size={14} />}>
          Waits for an answer
        </Badge>
      </Row>
    </State>
    <State of="dots, each with its word">
      <Row>
        {TONES.map((tone) => (
          <span key={tone} className="inline-flex items-center gap-1.5 text-small">
            <Dot tone={tone} />
            {tone}
          </span>
        ))}
      </Row>
    </State>
    <State of="longer than its place">
      <div style={{ maxWidth: 180 }}>
        <Badge tone="red">{LONG}</Badge>
      </div>
    </State>
  </States>
);

export const Statuses = () => (
  <States>
    <State of="a dot and a word">
      <Row>
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <StatusBadge status={null} />
      </Row>
    </State>
    <State of="filled: action is needed">
      <Row>
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} filled />
        ))}
      </Row>
    </State>
    <State of="cut">
      <StatusBadge status="NOT_SUPPORTED_SOLUTION" cut={13} />
    </State>
  </States>
);
