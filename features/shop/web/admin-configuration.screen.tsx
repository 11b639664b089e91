import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { ApplicationConfiguration } from '../settings.calls.ts';
import { SetApplicationConfiguration } from '../shop-settings.ts';
import { useApplicationConfiguration, useSetTexts } from './settings.api.ts';
import { ShopForm } from './shop-form.tsx';
import { ShopHoursForm } from './shop-hours-form.tsx';
import { SaveButton, SharedSave } from './shared-save.tsx';
import { DEADLINE_SETTINGS, LINK_SETTINGS } from './setting-fields.ts';
import { StoredSettingsForm } from './stored-settings-form.tsx';
import { useTypedTexts } from './use-typed-texts.ts';

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
        <SharedSave>
          <Sections saved={data} />
        </SharedSave>
      ) : (
        <Card>{isError && !isFetching ? <Failed onRetry={() => void refetch()} /> : <SkeletonForm fields={2} />}</Card>
      )}
    </>
  );
}

/** A list of the sections, and the sections; on a phone each is folded until it is chosen. */
function Sections({ saved }: { saved: ApplicationConfiguration }) {
  const { hash } = useLocation();
  const sections: SectionProps[] = [
    { id: 'shop', title: t('shop.nameAndLogo'), children: <ShopForm saved={saved} /> },
    { id: 'hours', title: t('shop.openingHours'), children: <ShopHoursForm /> },
    {
      id: 'links',
      title: t('shop.links'),
      hint: t('shop.linksHint'),
      children: <StoredSettingsForm names={LINK_SETTINGS} saveText={t('common.save')} />,
    },
    {
      id: 'deadlines',
      title: t('shop.deadlines'),
      hint: t('shop.deadlinesHint'),
      children: <StoredSettingsForm names={DEADLINE_SETTINGS} saveText={t('common.save')} />,
    },
    { id: 'texts', title: t('shop.textsTitle'), children: <Texts saved={saved} /> },
  ];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <nav
        aria-label={t('common.configuration')}
        className="max-sm:hidden lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]"
      >
        <ul className="flex flex-wrap gap-x-4 lg:grid">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`} className="link flex min-h-control items-center">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 gap-4">
        {sections.map((section) => (
          <Section key={section.id} {...section} isAsked={hash === `#${section.id}`} />
        ))}
      </div>
    </div>
  );
}

type SectionProps = { id: string; title: string; hint?: string; children: ReactNode };

/** A card that other pages link to. */
function Section({ id, title, hint, isAsked, children }: SectionProps & { isAsked: boolean }) {
  const isPhone = useMediaQuery('(width < 640px)');
  const card = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (card.current === null) return;
    card.current.open = isAsked || !isPhone;
    if (isAsked) card.current.scrollIntoView();
  }, [isAsked, isPhone]);
  return (
    <details ref={card} id={id} open className="min-w-0 scroll-mt-20 rounded-card border bg-surface">
      <summary className="flex min-h-control items-center gap-2 px-4 py-1 -outline-offset-2">
        <h2 className="text-body">{title}</h2>
        <ChevronDown size={16} aria-hidden="true" className="ml-auto text-text3 sm:hidden" />
      </summary>
      <div className="border-t px-4 py-3.5">
        {hint !== undefined && <p className="mb-3 text-small text-text2">{hint}</p>}
        {children}
      </div>
    </details>
  );
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert kind="danger" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
    {t('shop.bannerLoadFailed')}
  </Alert>
);

function Texts({ saved: { header_banner_text, uploader_text } }: { saved: ApplicationConfiguration }) {
  const set = useSetTexts();
  const stored = { header_banner_text: header_banner_text ?? '', uploader_text: uploader_text ?? '' };
  const { texts, errors, failure, type, saving } = useTypedTexts(stored, set, {
    check: checkTexts,
    onSaved: () => toast.show(t('shop.updated')),
  });
  return (
    <div className="grid gap-6">
      <BannerText
        value={texts.header_banner_text}
        error={errors.header_banner_text}
        onChange={(text) => type('header_banner_text', text)}
      />
      <UploaderText
        value={texts.uploader_text}
        error={errors.uploader_text}
        onChange={(text) => type('uploader_text', text)}
      />
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      <SaveButton text={t('common.save')} {...saving} />
      <DoneNote at={doneAt(set)} />
    </div>
  );
}

const checkTexts = (edited: object) => findFieldErrors(SetApplicationConfiguration, edited);

interface TextProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function BannerText({ value, error, onChange }: TextProps) {
  return (
    <div className="grid gap-4">
      <Field label={t('shop.bannerText')} hint={t('shop.bannerHint')} error={error}>
        <TextArea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <Alert kind="warning">{t('shop.buyCreditsTextHint')}</Alert>
      <Preview label={t('shop.bannerPreview')}>{value.trim() !== '' && <RichText html={value} />}</Preview>
    </div>
  );
}

function UploaderText({ value, error, onChange }: TextProps) {
  return (
    <div className="grid gap-4">
      <Field label={t('shop.uploaderText')} hint={t('shop.uploaderTextHint')} error={error}>
        <TextArea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <Preview label={t('shop.uploaderTextPreview')}>
        {value.trim() ? <RichText html={value} className="whitespace-pre-line" /> : t('common.uploadOriginalHint')}
      </Preview>
    </div>
  );
}

function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-1">
      <h3 className="text-small text-text2">{label}</h3>
      <div className="min-h-11 rounded-control border bg-surface2 px-4 py-2.5 text-body">
        {children || <span className="text-text3">{t('shop.previewEmpty')}</span>}
      </div>
    </section>
  );
}
