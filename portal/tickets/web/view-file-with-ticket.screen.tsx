import type { File } from '../../files/files.contract.ts';
import ViewFileScreen from '../../files/web/view-file.screen.tsx';
import { TicketArea } from './ticket-area.tsx';

/** Files know nothing of tickets, so the two are put together here. */
export default function ViewFileWithTicketScreen() {
  return <ViewFileScreen TicketArea={CustomerTicketArea} />;
}

function CustomerTicketArea({ file }: { file: File }) {
  return <TicketArea file={file} viewer="customer" />;
}
