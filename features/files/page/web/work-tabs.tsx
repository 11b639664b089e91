import { useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { useKeyAction } from '../../../../web/frame/actions.ts';
import { t, textKey } from '../../../../web/languages/text.ts';

const VIEWS = [
  { view: 'work', text: textKey('staff.work.label') },
  { view: 'chat', text: textKey('files.page.chatTab') },
] as const;

/**
 * For phones. Both stay rendered, so that new messages are announced and nothing that was typed is lost. One choice of
 * two needs no library: that of tabs is 7 kB.
 */
export default function WorkTabs({ work, talk }: { work: ReactNode; talk: ReactNode }) {
  const { hash, state, key } = useLocation();
  const isLinked = hash === '#ticket' || (state as { chat?: boolean } | null)?.chat === true;
  const [shown, setShown] = useState<'work' | 'chat'>(isLinked ? 'chat' : 'work');
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (isLinked) setShown('chat');
  }
  // The marked box of a hidden chat cannot take the focus; its key opens the chat first.
  const openChat = () => {
    flushSync(() => setShown('chat'));
    document.querySelector<HTMLElement>('[data-shortcut="c"]')?.focus();
  };
  useKeyAction(t('common.shell.keys.supportChat'), 'c', shown === 'chat' ? null : openChat);
  const name = useId();
  return (
    <>
      <fieldset className="mb-4 flex border-b">
        <legend className="sr-only">{t('files.page.workLabel')}</legend>
        {VIEWS.map(({ view, text }) => (
          <label
            key={view}
            className="relative flex min-h-control cursor-pointer items-center border-b-2 border-transparent px-3 font-strong text-text2 -outline-offset-3 has-checked:border-accent has-checked:text-text has-focus-visible:outline-2 forced-colors:border-[color:Canvas] forced-colors:has-checked:border-[color:Highlight]"
          >
            <input
              type="radio"
              name={name}
              checked={shown === view}
              onChange={() => setShown(view)}
              className="sr-only"
            />
            <span>{t(text)}</span>
          </label>
        ))}
      </fieldset>
      <div hidden={shown !== 'work'}>{work}</div>
      <div hidden={shown !== 'chat'}>{talk}</div>
    </>
  );
}
