import { Card } from './card.tsx';
import { Folded } from './folded.tsx';

export default { title: 'Layout/Folded' };

const text = <p className="px-4 pb-3.5">Read on Thursday with KESS V2.</p>;

export const Closed = () => <Folded title="Order details">{text}</Folded>;

export const Open = () => (
  <Folded open title="Order details">
    {text}
  </Folded>
);

export const PartOfACard = () => (
  <Card flush>
    <Folded isPart title="File history" note="No warnings">
      {text}
    </Folded>
  </Card>
);
