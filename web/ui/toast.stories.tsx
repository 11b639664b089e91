import { useEffect } from 'react';
import { LONG, Row } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { Toaster, toast } from './toast.tsx';

export default { title: 'Messages/Toast' };

function showAll() {
  toast.show('The ticket was closed.');
  toast.show('A new answer is here.', 'info');
  toast.show('The connection is slow.', 'warning');
  toast.show(LONG, 'error');
}

/** Toasts disappear after three seconds; the button shows them again. */
export const Kinds = () => {
  useEffect(showAll, []);
  return (
    <Row>
      <Button onClick={showAll}>Show them again</Button>
      <Toaster />
    </Row>
  );
};
