import { LONG, nothing, shown } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Modal } from './modal.tsx';
import { TextInput } from './text-input.tsx';

export default { title: 'Messages/Modal', play: () => shown('[role=dialog]') };

const footer = (
  <>
    <Button>Cancel</Button>
    <Button variant="primary">Save</Button>
  </>
);

export const Small = () => (
  <Modal open onClose={nothing} title="Rename the file" description="Its ticket keeps its name." footer={footer}>
    <Field label="Name" required>
      <TextInput defaultValue="original.bin" />
    </Field>
  </Modal>
);

export const Medium = () => <Modal open onClose={nothing} title="Without anything to press" size="medium" />;

export const Large = () => (
  <Modal open onClose={nothing} title="Twenty lines" size="large" footer={footer}>
    {Array.from({ length: 20 }, (_, line) => (
      <p key={line} className="py-2">
        {line + 1}. {LONG}
      </p>
    ))}
  </Modal>
);

export const Success = () => (
  <Modal open onClose={nothing} title="Success!" tone="success" autoContinueMs={3_600_000} onContinue={nothing}>
    The file was uploaded.
  </Modal>
);

export const Failure = () => (
  <Modal open onClose={nothing} title="The file could not be sent" tone="error" footer={<Button>Retry</Button>}>
    {LONG}
  </Modal>
);

export const LongTitle = () => <Modal open onClose={nothing} title={LONG} description={LONG} footer={footer} />;
