import { Row } from '../../.storybook/states.tsx';
import { Spinner } from './spinner.tsx';

export default { title: 'Messages/Spinner' };

export const Sizes = () => (
  <Row>
    <Spinner /> Loading...
    <Spinner size={28} /> Reading the file...
  </Row>
);
