import { lazy, Suspense, type ReactNode } from 'react';
import type { File } from '../../file.ts';
import ViewFileScreen from './view-file.screen.tsx';
import { TicketArea } from '../../../tickets/web/ticket-area.tsx';

/** Only where the balance is too low. */
const BuyForFile = lazy(async () => ({ default: (await import('../../../payments/web/buy-for-file.tsx')).BuyForFile }));

export { prepareFile as prepare } from '../../web/files.api.ts';

/** Files know nothing of tickets and payments, so they are combined here. */
export default function ViewFileWithTicketScreen() {
  return <ViewFileScreen TicketArea={CustomerTicketArea} BuyCredits={BuyCredits} />;
}

function CustomerTicketArea({ file }: { file: File }) {
  return <TicketArea file={file} viewer="customer" />;
}

function BuyCredits({ fileId, children }: { fileId: number; children: ReactNode }) {
  return (
    <Suspense fallback={children}>
      <BuyForFile fileId={fileId}>{children}</BuyForFile>
    </Suspense>
  );
}
