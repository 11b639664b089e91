import { Eye } from 'lucide-react';
import { RecordLink, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import type { Work } from '../work.calls.ts';

/** Colleagues who have the same record open; announced to screen readers when they arrive. */
export const OpenWith = ({ colleagues }: { colleagues: Work['staff'] }) => (
  <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-yellow-fg">
    {colleagues.length > 0 && (
      <>
        <Eye size={16} aria-hidden="true" className="shrink-0" />
        <span>{t('staff.work.openWithLabel')}</span>
        {colleagues.map(({ id, username }) => (
          <RecordLink key={id} to={pathOfUser(id)}>
            {username}
          </RecordLink>
        ))}
      </>
    )}
  </div>
);
