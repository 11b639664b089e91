import { LONG, nothing, shown } from '../../.storybook/states.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export default { title: 'Messages/Confirm dialog', play: () => shown('[role=alertdialog]') };

const asked = { open: true, onConfirm: nothing, onCancel: nothing };

export const Question = () => (
  <ConfirmDialog
    {...asked}
    title="Close the ticket?"
    description="It can be opened again."
    confirmText="Close ticket"
  />
);

export const Danger = () => (
  <ConfirmDialog
    {...asked}
    danger
    title="Delete the file?"
    description="Its ticket and its messages stay."
    confirmText="Delete file"
    cancelText="Keep it"
  />
);

export const Busy = () => (
  <ConfirmDialog {...asked} danger busy busyText="Deleting..." title="Delete the file?" confirmText="Delete file" />
);

export const Failed = () => (
  <ConfirmDialog {...asked} danger error="Could not delete the file." title={LONG} confirmText="Delete file" />
);
