import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../../../web/languages/text.ts';
import { Tabs } from '../../../../web/ui/tabs.tsx';

/** For phones. Both stay rendered, so that new messages are announced and nothing that was typed is lost. */
export default function WorkTabs({ work, talk }: { work: ReactNode; talk: ReactNode }) {
  const { hash, state } = useLocation();
  const isLinked = hash === '#ticket' || (state as { chat?: boolean } | null)?.chat === true;
  const [tab, setTab] = useState(isLinked ? 'chat' : 'work');
  return (
    <Tabs
      label={t('files.page.workLabel')}
      value={tab}
      onChange={setTab}
      keepsClosed
      tabs={[
        { value: 'work', label: t('staff.work.label'), content: work },
        { value: 'chat', label: t('files.page.chatTab'), content: talk },
      ]}
    />
  );
}
