import { State, States } from '../../.storybook/states.tsx';
import { EmailText } from './email-text.tsx';

export default { title: 'Text/Email address' };

export const Domains = () => (
  <States>
    <State of="plain">
      <EmailText email="ana@example.com" />
    </State>
    <State of="a domain in another alphabet">
      <EmailText email="ana@xn--mller-tuning-dlb.de" />
    </State>
  </States>
);
