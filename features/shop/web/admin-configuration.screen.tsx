import { useState, type ReactNode } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import type { ApplicationConfiguration } from '../settings.calls.ts';
import { SetApplicationConfiguration } from '../shop-settings.ts';
import { useApplicationConfiguration, useSetTexts } from './settings.api.ts';
import { ShopForm } from './shop-form.tsx';
import { ShopHoursForm } from './shop-hours-form.tsx';
import { DEADLINE_SETTINGS, LINK_SETTINGS } from './setting-fields.ts';
import { StoredSettingsForm } from './stored-settings-form.tsx';

export default function AdminConfiguration() {
  const { data, isError, isFetching, refetch } = useApplicationConfiguration();
  return (
    <>
      <PageHeader
        title={t('common.configuration')}
        subline={t('shop.configurationHint')}
        actions={<ButtonLink to="/admin/first-start">{t('common.firstStart')}</ButtonLink>}
      />
      {data ? (
        <div className="grid gap-6">
          <Section id="shop" title={t('shop.nameAndLogo')}>
            <ShopForm saved={data} />
          </Section>
          <Section id="hours" title={t('shop.openingHours')}>
            <ShopHoursForm />
          </Section>
          <Section id="links" title={t('shop.links')} hint={t('shop.linksHint')}>
            <StoredSettingsForm names={LINK_SETTINGS} saveText={t('shop.saveLinksButton')} />
          </Section>
          <Section id="deadlines" title={t('shop.deadlines')} hint={t('shop.deadlinesHint')}>
            <StoredSettingsForm names={DEADLINE_SETTINGS} saveText={t('shop.saveDeadlinesButton')} />
          </Section>
          <Texts saved={data} />
        </div>
      ) : (
        <Card>{isError && !isFetching ? <Failed onRetry={() => void refetch()} /> : <SkeletonForm fields={2} />}</Card>
      )}
    </>
  );
}

type SectionProps = { id: string; title: string; hint?: string; children: ReactNode };

/** A card that other pages link to. */
const Section = ({ id, title, hint, children }: SectionProps) => (
  <div id={id} className="scroll-mt-20">
    <Card title={title}>
      {hint !== undefined && <p className="mb-3 text-small text-text2">{hint}</p>}
      {children}
    </Card>
  </div>
);

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert kind="danger" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
    {t('shop.bannerLoadFailed')}
  </Alert>
);

type Typed = Partial<Record<'header_banner_text' | 'uploader_text', string>>;

/** Edits survive when the texts are loaded again behind the form. */
function Texts({ saved }: { saved: ApplicationConfiguration }) {
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<FieldMessages>({});
  const set = useSetTexts();
  const change = (part: Typed) => {
    setTyped((was) => ({ ...was, ...part }));
    setErrors({});
    // Only a failure is reset: a save on its way still has to report its success.
    if (set.isError) set.reset();
  };
  const save = () => {
    const found = findFieldErrors(SetApplicationConfiguration, typed);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    set.mutate(typed, {
      onSuccess: () => {
        setTyped((now) => typedSince(now, typed));
        toast.show(t('shop.updated'));
      },
    });
  };
  useUnsavedGuard(Object.entries(typed).some(([field, text]) => text !== (saved[field as keyof Typed] ?? '')));
  const banner = typed.header_banner_text ?? saved.header_banner_text ?? '';
  const uploader = typed.uploader_text ?? saved.uploader_text ?? '';
  return (
    <div className="grid gap-6">
      <BannerText
        value={banner}
        error={errors.header_banner_text}
        onChange={(text) => change({ header_banner_text: text })}
      />
      <UploaderText
        value={uploader}
        error={errors.uploader_text}
        onChange={(text) => change({ uploader_text: text })}
      />
      {set.isError && <Alert kind="danger">{messageFor(set.error, t('shop.updateFailed'))}</Alert>}
      <div className="flex flex-wrap items-center justify-end gap-3 max-sm:[&>button]:flex-1">
        <DoneNote at={doneAt(set)} />
        <Button variant="primary" busy={set.isPending} busyText={t('common.saving')} onClick={save}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  );
}

const typedSince = (now: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(now).filter(([field, text]) => text !== sent[field as keyof Typed]));

interface TextProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function BannerText({ value, error, onChange }: TextProps) {
  return (
    <Card>
      <div className="grid gap-4">
        <Field label={t('shop.bannerText')} hint={t('shop.bannerHint')} error={error}>
          <TextArea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
        </Field>
        <Alert kind="warning">{t('shop.buyCreditsTextHint')}</Alert>
        <Preview label={t('shop.bannerPreview')}>{value.trim() !== '' && <RichText html={value} />}</Preview>
      </div>
    </Card>
  );
}

function UploaderText({ value, error, onChange }: TextProps) {
  return (
    <Card>
      <div className="grid gap-4">
        <Field label={t('shop.uploaderText')} hint={t('shop.uploaderTextHint')} error={error}>
          <TextArea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
        </Field>
        <Preview label={t('shop.uploaderTextPreview')}>
          {value.trim() ? <RichText html={value} className="whitespace-pre-line" /> : t('common.uploadOriginalHint')}
        </Preview>
      </div>
    </Card>
  );
}

function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-1">
      <h2 className="text-small text-text2">{label}</h2>
      <div className="min-h-11 rounded-control border bg-surface2 px-4 py-2.5 text-body">
        {children || <span className="text-text3">{t('shop.previewEmpty')}</span>}
      </div>
    </section>
  );
}
