import { nothing, shown } from '../../.storybook/states.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';

export default { title: 'Fields/Drop anywhere' };

function dragAFile() {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['bytes'], 'original.bin'));
  document.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true }));
}

const render = ({ disabled = false }) => (
  <>
    <p>A file may be dropped anywhere on this page.</p>
    <DropAnywhere onFile={nothing} disabled={disabled} />
  </>
);

export const FileOverThePage = {
  render: () => render({}),
  async play() {
    await new Promise((next) => setTimeout(next, 50));
    dragAFile();
    return shown('.border-dashed');
  },
};

export const Disabled = { render: () => render({ disabled: true }), play: dragAFile };
