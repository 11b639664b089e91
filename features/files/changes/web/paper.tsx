import type { ReactNode } from 'react';
import { Printer } from 'lucide-react';
import { MainArea } from '../../../../web/frame/main-area.tsx';
import { OfflineStrip } from '../../../../web/frame/offline-strip.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';

/** A page to print, so it has no menu; and no mark of the shop, as it is shown to customers of its customers. */
export function Paper({ title, bar, children }: { title: string; bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <OfflineStrip />
      <MainArea className="mx-auto grid max-w-6xl gap-6 px-4 py-6 sm:px-6 print:max-w-none print:p-0">
        <div className="flex flex-wrap items-center gap-2 print:hidden">{bar}</div>
        <h1 className="text-heading wrap-anywhere">{title}</h1>
        {children}
      </MainArea>
    </>
  );
}

export const PrintButton = () => (
  <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
    {t('common.print')}
  </Button>
);
