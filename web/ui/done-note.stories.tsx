import { useEffect, useState } from 'react';
import { Row, State, States } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { DoneNote } from './done-note.tsx';

export default { title: 'Messages/Done note' };

/** Repeats the saving before the note disappears, so that it can be looked at. */
function useRepeatedly(): number {
  const [at, setAt] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setAt((before) => before + 1), 1500);
    return () => clearInterval(timer);
  }, []);
  return at;
}

export const Shown = () => {
  const at = useRepeatedly();
  return (
    <States>
      <State of="as it is">
        <Row>
          <Button variant="primary">Save</Button>
          <DoneNote at={at} />
        </Row>
      </State>
      <State of="in other words">
        <Row>
          <Button>Send</Button>
          <DoneNote at={at} text="Sent to 214 customers; the last one leaves in a minute" />
        </Row>
      </State>
    </States>
  );
};

export const Pressed = () => {
  const [at, setAt] = useState<number | null>(null);
  return (
    <Row>
      <Button onClick={() => setAt(Date.now())}>Save</Button>
      <DoneNote at={at} />
    </Row>
  );
};
