import { LONG, State, States } from '../../.storybook/states.tsx';
import { Tabs } from './tabs.tsx';

export default { title: 'Layout/Tabs' };

const tab = (label: string, at: number) => ({ value: `tab-${at}`, label, content: <p>{label}: what belongs to it</p> });

export const Kinds = () => (
  <States>
    <State of="two">
      <Tabs label="Two" tabs={['Profile', 'Security'].map(tab)} />
    </State>
    <State of="many">
      <Tabs
        label="Many"
        tabs={['Profile', 'Security', 'Messages', 'Devices', 'Notifications', 'Billing', 'History', 'Others'].map(tab)}
        defaultValue="tab-2"
      />
    </State>
    <State of="long">
      <Tabs label="Long" tabs={[LONG, 'Short'].map(tab)} />
    </State>
  </States>
);
