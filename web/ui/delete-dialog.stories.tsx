import { LONG, nothing, shown } from '../../.storybook/states.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export default { title: 'Messages/Delete dialog', play: () => shown('[role=alertdialog]') };

const removal = { mutate: nothing, reset: nothing, isPending: false, error: null };
const texts = { title: 'Delete the file?', deletedText: 'File deleted', failedText: 'Could not delete the file.' };
const asked = { ...texts, item: { id: 1 }, description: 'Its ticket and its messages stay.', onClose: nothing };

export const Question = () => <DeleteDialog {...asked} removal={removal} />;

export const Busy = () => <DeleteDialog {...asked} removal={{ ...removal, isPending: true }} />;

export const Refused = () => (
  <DeleteDialog {...asked} title={LONG} removal={{ ...removal, error: new Error('It has records that need it.') }} />
);
