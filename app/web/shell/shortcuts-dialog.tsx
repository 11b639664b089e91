import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { SingleKeysChoice } from '../../../web/ui/single-keys-choice.tsx';
import { useOfferedActions } from '../../../web/frame/actions.ts';
import { KeyCaps } from './key-caps.tsx';
import type { SidebarEntry } from './sidebar.tsx';

type ShortcutsDialogProps = { entries: readonly SidebarEntry[]; onClose: () => void };

/** Lists the shortcuts, with a switch that turns them off (WCAG 2.1.4). */
export default function ShortcutsDialog({ entries, onClose }: ShortcutsDialogProps) {
  const isCustomer = useCan('customer-area.open');
  const lettered = useOfferedActions().flatMap(({ shortcut, text }) => (shortcut ? [[shortcut, text] as Key] : []));
  return (
    <Modal open onClose={onClose} title={t('common.keyboardShortcuts')} size="medium">
      <div className="grid gap-6">
        <SingleKeysChoice />
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          <Keys title={t('shell.go')} keys={placesOf(entries)} />
          <div className="grid content-start gap-6">
            {lettered.length > 0 && <Keys title={t('shell.page')} keys={lettered} />}
            <Keys title={t('shell.lists')} keys={LIST_KEYS()} />
            <Keys title={t('shell.pageFile')} keys={isCustomer ? CUSTOMER_FILE_KEYS() : ADMIN_FILE_KEYS()} />
          </div>
        </div>
      </div>
    </Modal>
  );
}

type Key = [keys: string, what: string];

const placesOf = (entries: readonly SidebarEntry[]): Key[] =>
  entries.flatMap(({ shortcut, text }) => (shortcut === undefined ? [] : [[`g ${shortcut}`, t(text)] as Key]));

const LIST_KEYS = (): Key[] => [
  ['/', t('common.search')],
  ['j', t('shell.nextRow')],
  ['k', t('shell.rowBefore')],
  ['Enter', t('shell.openRow')],
  ['?', t('shell.theseShortcuts')],
  ['Ctrl K', t('shell.goDo')],
];

const CUSTOMER_FILE_KEYS = (): Key[] => [
  ['p', t('shell.payment')],
  ['c', t('shell.supportChat')],
];

const ADMIN_FILE_KEYS = (): Key[] => [
  ['c', t('shell.supportChat')],
  ['Ctrl Shift Enter', t('common.closeTicketNext')],
];

function Keys({ title, keys }: { title: string; keys: Key[] }) {
  return (
    <section>
      <h3 className="mb-2 text-body">{title}</h3>
      <dl className="grid gap-1.5 text-body">
        {keys.map(([combination, what]) => (
          <div key={combination} className="flex items-center justify-between gap-4">
            <dt className="order-last">
              <KeyCaps keys={combination} />
            </dt>
            <dd className="min-w-0 text-text2">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
