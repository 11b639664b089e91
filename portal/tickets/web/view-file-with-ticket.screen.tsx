import type { File } from '../../files/files.contract.ts';
import ViewFileScreen from '../../files/web/view-file.screen.tsx';
import { BuyForFile } from '../../payments/web/buy-for-file.tsx';
import { TicketArea } from './ticket-area.tsx';

/** Files know nothing of tickets and payments, so they are put together here. */
export default function ViewFileWithTicketScreen() {
  return <ViewFileScreen TicketArea={CustomerTicketArea} BuyCredits={BuyForFile} />;
}

function CustomerTicketArea({ file }: { file: File }) {
  return <TicketArea file={file} viewer="customer" />;
}
