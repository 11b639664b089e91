import { useLocation } from 'react-router';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { useCloseOnBack } from '../../../web/ui/close-on-back.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { TakeNextChoice } from '../../../features/staff/work/web/take-next-choice.tsx';
import { SingleKeysChoice } from '../../../web/ui/single-keys-choice.tsx';
import { type Action, useOfferedActions } from '../../../web/frame/actions.ts';
import { KeyCaps } from './key-caps.tsx';
import type { SidebarEntry } from './sidebar.tsx';

type ShortcutsDialogProps = { entries: readonly SidebarEntry[]; onClose: () => void };

/** Lists the shortcuts, with a switch that turns them off (WCAG 2.1.4). */
export default function ShortcutsDialog({ entries, onClose }: ShortcutsDialogProps) {
  useCloseOnBack(onClose);
  const isCustomer = useCan('customer-area.open');
  const canAssign = useCan('work.assign');
  const pageKeys = listPageKeys(useOfferedActions());
  const fileKeys = useFileKeys(isCustomer ? getCustomerFileKeys() : getAdminFileKeys(), pageKeys);
  return (
    <Modal open onClose={onClose} title={t('common.keyboardShortcuts')} size="medium">
      <div className="grid gap-6">
        <div>
          <SingleKeysChoice />
          {canAssign && <TakeNextChoice />}
        </div>
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          <Keys title={t('common.shell.goTo')} keys={listPlaces(entries)} />
          <div className="grid content-start gap-6">
            {pageKeys.length > 0 && <Keys title={t('common.shell.onThisPage')} keys={pageKeys} />}
            <Keys title={t('common.shell.lists')} keys={getListKeys(!isCustomer)} />
            {fileKeys.length > 0 && <Keys title={t('common.shell.keys.filePage')} keys={fileKeys} />}
          </div>
        </div>
      </div>
    </Modal>
  );
}

type Key = [keys: string, what: string];

const listPlaces = (entries: readonly SidebarEntry[]): Key[] =>
  entries.flatMap(({ shortcut, text }) => (shortcut === undefined ? [] : [[`g ${shortcut}`, t(text)] as Key]));

const getListKeys = (canSelect: boolean): Key[] => [
  ['/', t('common.search')],
  ['j', t('common.shell.keys.nextRow')],
  ['k', t('common.shell.keys.previousRow')],
  ['Enter', t('common.shell.keys.openRow')],
  ...(canSelect ? [['Shift', t('common.shell.keys.range')] as Key] : []),
  ['?', t('common.shell.keys.shortcuts')],
  ['Ctrl K', t('common.shell.palette.title')],
];

const listPageKeys = (actions: readonly Action[]): Key[] =>
  actions.flatMap(({ shortcut, keys, group, text }) => {
    const shown = shortcut ?? (group === undefined ? keys : undefined);
    return shown === undefined ? [] : [[shown.replaceAll('+', ' '), text] as Key];
  });

const FILE_PAGE = /\/view-file\/\d/;

/** On the page of a file only the keys that do something there, and none twice; elsewhere those that it can have. */
function useFileKeys(keys: Key[], pageKeys: readonly Key[]): Key[] {
  const isOnFile = FILE_PAGE.test(useLocation().pathname);
  const isListed = (key: string) => pageKeys.some(([other]) => other === key);
  const isMarked = (key: string) => document.querySelector(`[data-shortcut="${key}"]`) !== null;
  return keys.filter(([key]) => !isListed(key) && (!isOnFile || isMarked(key)));
}

const getCustomerFileKeys = (): Key[] => [
  ['p', t('common.shell.keys.payment')],
  ['d', t('common.shell.keys.download')],
  ['c', t('common.shell.keys.supportChat')],
];

const getAdminFileKeys = (): Key[] => [
  ['p', t('files.deliver.button')],
  ['a', t('staff.work.assignToMe')],
  ['d', t('files.download.original')],
  ['c', t('common.shell.keys.supportChat')],
  ['Ctrl Shift Enter', t('common.closeTicketAndNext')],
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
