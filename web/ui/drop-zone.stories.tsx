import { LONG_NAME, State, States, nothing, type Played } from '../../.storybook/states.tsx';
import { DropZone } from './drop-zone.tsx';
import { Field } from './field.tsx';

export default { title: 'Fields/Drop zone' };

export const Kinds = () => (
  <States minWidth={300}>
    <State of="empty">
      <DropZone onFile={nothing} hint="At most 20 MB" />
    </State>
    <State of="with a button">
      <DropZone onFile={nothing} chooseText="Choose file" changeText="Change file" />
    </State>
    <State of="chosen">
      <DropZone onFile={nothing} fileName="original.bin" />
    </State>
    <State of="chosen, blue, with a button">
      <DropZone onFile={nothing} fileName="original.bin" isBlueWhenChosen changeText="Change file" />
    </State>
    <State of="a long name">
      <DropZone onFile={nothing} fileName={LONG_NAME} changeText="Change file" />
    </State>
    <State of="disabled">
      <DropZone onFile={nothing} disabled hint="While the file is sent" />
    </State>
    <Field label="Invalid" error="Choose a file" required>
      <DropZone onFile={nothing} />
    </Field>
  </States>
);

export const FileOverIt = {
  render: () => <DropZone onFile={nothing} />,
  play: ({ canvasElement }: Played) =>
    canvasElement.querySelector('label')?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true })),
};
