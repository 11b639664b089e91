import { Suspense, lazy } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { AdminMailSheet } from './admin-mail-sheet.tsx';

/** Loaded lazily: its sanitiser is not needed before it is opened. */
const Preview = lazy(() => import('./admin-mail-preview.tsx'));

interface MailBodyProps {
  html: string;
  onChange: (html: string) => void;
  error?: string;
}

/** The same HTML in three views: to be written, as source, and as it will look. */
export function AdminMailBody({ html, onChange, error }: MailBodyProps) {
  return (
    <Field group required label={t('messaging.body')} error={error}>
      <Tabs
        label={t('messaging.bodyViewsLabel')}
        tabs={[
          {
            value: 'editor',
            label: t('messaging.editor'),
            content: <AdminMailSheet html={html} onChange={onChange} />,
          },
          {
            value: 'source',
            label: t('common.source'),
            content: (
              <TextArea
                rows={12}
                spellCheck={false}
                aria-label={t('messaging.bodyHtml')}
                value={html}
                onChange={(event) => onChange(event.target.value)}
                className="font-mono"
              />
            ),
          },
          {
            value: 'preview',
            label: t('common.preview'),
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
