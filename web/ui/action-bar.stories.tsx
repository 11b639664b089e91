import type { ComponentType } from 'react';
import { LONG } from '../../.storybook/states.tsx';
import { ActionBar } from './action-bar.tsx';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export default {
  title: 'Actions/Action bar',
  // Adds page padding, because the bar at the end of a page extends over it.
  decorators: [
    (Story: ComponentType) => (
      <div style={{ padding: 20 }}>
        <Story />
      </div>
    ),
  ],
};

export const WithASum = () => (
  <ActionBar label="Next action" actions={<Button variant="primary">Confirm and pay</Button>}>
    Three tunings: <strong>150.00 CRS</strong>
  </ActionBar>
);

export const TwoActions = () => (
  <ActionBar
    actions={
      <>
        <Button variant="danger">Cancel the order</Button>
        <Button variant="primary">Upload the modified file</Button>
      </>
    }
  />
);

export const Refused = () => (
  <ActionBar
    label="Next action"
    alert={<Alert kind="danger">The balance is too low for this order.</Alert>}
    actions={
      <Button variant="primary" disabled>
        Confirm and pay
      </Button>
    }
  >
    {LONG}
  </ActionBar>
);
