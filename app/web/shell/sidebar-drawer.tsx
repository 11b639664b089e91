import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useCloseOnBack } from '../../../web/ui/close-on-back.ts';
import { focusMain } from '../../../web/frame/main-area.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

export type DrawerProps = Omit<SidebarProps, 'onChosen'> & { open: boolean; onClose: () => void };

/** The sidebar on narrow screens: traps the focus while open, then returns it to its button or to the new screen. */
export function SidebarDrawer({ open, onClose, ...sidebar }: DrawerProps) {
  useCloseOnBack(onClose);
  const isChosen = useRef(false);
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-modal="true"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            isChosen.current = false;
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isChosen.current) focusMain();
            else if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className="dark fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-appear overflow-y-auto bg-bg text-text shadow-overlay"
        >
          <Dialog.Title className="sr-only">{t('common.shell.mainMenu')}</Dialog.Title>
          <Sidebar
            {...sidebar}
            onChosen={() => {
              isChosen.current = true;
              onClose();
            }}
          />
          <Dialog.Close asChild>
            <Button variant="quiet" icon={<X />} iconOnly className="absolute! top-2 right-2">
              {t('common.shell.closeMenu')}
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
