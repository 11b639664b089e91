import { LONG, LONG_NAME, States } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

export default { title: 'Layout/Card' };

export const Kinds = () => (
  <States minWidth={320}>
    <Card>Without a title it is only a surface.</Card>
    <Card title="Order">Stage 1, EGR off</Card>
    <Card title="Files" actions={<Button small>Download all</Button>}>
      Two files
    </Card>
    <Card title="A part of something" level={3}>
      With a heading of the third level
    </Card>
    <Card title="Rows" flush>
      <p className="border-b px-4 py-2">Reaches the edges</p>
      <p className="px-4 py-2">On both sides</p>
    </Card>
  </States>
);

export const LongTexts = () => (
  <div style={{ maxWidth: 420 }}>
    <Card title={LONG} actions={<Button small>Download</Button>}>
      {LONG_NAME}
    </Card>
  </div>
);
