import type { File } from '../../file.ts';
import ViewFileScreen from './view-file.screen.tsx';
import { BuyForFile } from '../../../payments/web/buy-for-file.tsx';
import { TicketArea } from '../../../tickets/web/ticket-area.tsx';

/** Files know nothing of tickets and payments, so they are combined here. */
export default function ViewFileWithTicketScreen() {
  return <ViewFileScreen TicketArea={CustomerTicketArea} BuyCredits={BuyForFile} />;
}

function CustomerTicketArea({ file }: { file: File }) {
  return <TicketArea file={file} viewer="customer" />;
}
