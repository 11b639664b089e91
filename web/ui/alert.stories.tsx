import { LONG, LONG_NAME, States, nothing } from '../../.storybook/states.tsx';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export default { title: 'Messages/Alert' };

export const Kinds = () => (
  <States>
    <Alert>The file is checked at the moment.</Alert>
    <Alert kind="success">The file was read again and is as it should be.</Alert>
    <Alert kind="warning">Two of the codes were off already.</Alert>
    <Alert kind="danger">The file could not be read.</Alert>
  </States>
);

export const WithTitleActionAndClose = () => (
  <States>
    <Alert kind="warning" title="The balance is too low" action={<Button small>Buy credits</Button>}>
      20.00 CRS are missing for this order.
    </Alert>
    <Alert kind="info" title="A new version is here" onClose={nothing} />
    <Alert kind="success" onClose={nothing}>
      Saved
    </Alert>
  </States>
);

export const LongTexts = () => (
  <States>
    <Alert kind="danger" title={LONG_NAME} onClose={nothing}>
      {LONG}. {LONG}.
    </Alert>
  </States>
);
