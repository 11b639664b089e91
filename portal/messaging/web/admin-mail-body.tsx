import { Suspense, lazy } from 'react';
import { t } from '../../../web/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { AdminMailSheet } from './admin-mail-sheet.tsx';

/** Its purifier is not needed before it is opened. */
const Preview = lazy(() => import('./admin-mail-preview.tsx'));

interface MailBodyProps {
  html: string;
  onChange: (html: string) => void;
  error?: string;
}

/** The same HTML in three views: to be written, to be read as it is, and as it will look. */
export function AdminMailBody({ html, onChange, error }: MailBodyProps) {
  return (
    <Field group required label={t('Body')} error={error}>
      <Tabs
        label={t('Views of the body')}
        tabs={[
          {
            value: 'editor',
            label: t('Editor'),
            content: <AdminMailSheet html={html} onChange={onChange} />,
          },
          {
            value: 'source',
            label: t('Source'),
            content: (
              <TextArea
                rows={12}
                spellCheck={false}
                aria-label={t('Body as HTML')}
                value={html}
                onChange={(event) => onChange(event.target.value)}
                className="font-mono"
              />
            ),
          },
          {
            value: 'preview',
            label: t('Preview'),
            content: (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <Preview html={html} />
              </Suspense>
            ),
          },
        ]}
      />
    </Field>
  );
}
