import { Row, State, States } from '../../.storybook/states.tsx';
import { SubmitButton } from './button.tsx';

export default { title: 'Actions/SubmitButton' };

export const Default = () => (
  <States>
    <State of="the program is there">
      <Row>
        <SubmitButton variant="primary">Login</SubmitButton>
      </Row>
    </State>
    <State of="disabled by its form">
      <Row>
        <SubmitButton variant="primary" disabled>
          Login
        </SubmitButton>
      </Row>
    </State>
    <State of="busy">
      <Row>
        <SubmitButton variant="primary" busy>
          Login
        </SubmitButton>
      </Row>
    </State>
  </States>
);
