import { useId, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
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
  const { hash, state } = useLocation();
  const isLinked = hash === '#ticket' || (state as { chat?: boolean } | null)?.chat === true;
  const [shown, setShown] = useState<'work' | 'chat'>(isLinked ? 'chat' : 'work');
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
