import { Keyboard } from 'lucide-react';
import { type ComponentType, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useForm } from 'react-hook-form';
import { showShortcuts } from '../../../web/frame/actions.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SingleKeysChoice } from '../../../web/ui/single-keys-choice.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { useCan, useSession } from '../../../web/client/session.ts';
import { leaveOrAsk, useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { mayChangeEmail } from '../email.rules.ts';
import { useMyUser, useUpdateMyLanguage } from './accounts.api.ts';
import { useRequestEmailChange } from './email-change.api.ts';
import { ChangePasswordForm } from './own-password.screen.tsx';
import { CountryChangeNotice } from './country-change-notice.tsx';
import { PersonalInformationForm } from './personal-information-form.tsx';
import { LanguageChoice } from '../../../web/languages/language-choice.tsx';
import { chooseLanguage } from '../../../web/languages/languages.ts';
import { createResolver, findFieldErrors, showRefusal } from '../../../web/ui/form.ts';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { Alert } from '../../../web/ui/alert.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { RequestEmailChange } from '../account-forms.ts';
import { failureText } from './failure-text.tsx';

/** The same screen for customers and administrators, except that customers can only correct an address that is not confirmed. */
export default function AccountSettingsScreen() {
  const [tab, setTab] = useState('personal');
  // The server shows tokens to their owner alone.
  const user = useSession()?.user;
  const isView = user?.view_only === true;
  // What is the customer's alone is not shown to a colleague.
  const isColleague = user?.colleague_id !== undefined;
  const hasColleagues = useCan('colleagues.change') && !isColleague;
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('accounts.settings.title')} />
      <Tabs
        label={t('accounts.settings.title')}
        value={tab}
        isManual
        // Leaving a tab discards what was typed in it.
        onChange={(next) => leaveOrAsk(() => setTab(next))}
        tabs={[
          { value: 'personal', label: t('accounts.profile.title'), content: <PersonalInformation /> },
          { value: 'password', label: t('accounts.changePassword'), content: <ChangePassword /> },
          {
            value: 'security',
            label: t('accounts.settings.securityTab'),
            content: later(
              SecondFactorCard,
              PasskeysCard,
              MySessions,
              ...(isColleague ? [] : [CustomerViews]),
              ...(isView ? [] : [AccessTokens]),
            ),
          },
          ...(isColleague
            ? []
            : [{ value: 'notifications', label: t('messaging.bell.title'), content: later(NotificationChoices) }]),
          ...(hasColleagues
            ? [{ value: 'colleagues', label: t('accounts.colleagues.title'), content: later(Colleagues) }]
            : []),
          { value: 'device', label: t('accounts.settings.deviceTab'), content: <DeviceSettings /> },
        ]}
      />
    </div>
  );
}

function PersonalInformation() {
  const { data, isError, refetch } = useMyUser();
  return (
    <div className="grid gap-5">
      <CountryChangeNotice user={data} />
      <Card>
        {data && <PersonalInformationForm user={data} />}
        {!data && isError && <LoadError onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonForm fields={6} columns={2} />}
      </Card>
      <AccountLanguage />
      {data && mayChangeEmail(data) && <ChangeEmail />}
      {data?.company_name && (
        <Suspense fallback={null}>
          <MyCompany name={data.company_name} />
        </Suspense>
      )}
    </div>
  );
}

/** Comes into view for the link of the strip that asks for confirmation of the address. */
function ChangeEmail() {
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#email') card.current?.scrollIntoView?.({ block: 'start' });
  }, [hash]);
  return (
    <div ref={card} className="scroll-mt-20">
      <Card title={t('accounts.emailChange.title')}>
        <ChangeEmailForm />
      </Card>
    </div>
  );
}

const ChangePassword = () => (
  <Card>
    <ChangePasswordForm />
  </Card>
);

/** Loaded with their tab: few open it. All of these are additions to the specification. */
const MySessions = lazy(() => import('./my-sessions.tsx'));
const CustomerViews = lazy(() => import('./customer-views.tsx'));
const PasskeysCard = lazy(() => import('./second-factor/passkeys-card.tsx'));
const SecondFactorCard = lazy(() => import('./second-factor/second-factor-card.tsx'));
const AccessTokens = lazy(() => import('./access-tokens/access-tokens.tsx'));
const MyCompany = lazy(() => import('./my-company.tsx'));
const Colleagues = lazy(() => import('./colleagues.tsx'));
const NotificationChoices = lazy(() => import('../../messaging/web/notification-choices.tsx'));

const later = (...cards: readonly ComponentType[]) => (
  <Suspense fallback={<SkeletonForm fields={2} columns={1} />}>
    <div className="grid gap-5">
      {cards.map((Part, at) => (
        <Part key={at} />
      ))}
    </div>
  </Suspense>
);

/** An addition to the specification; "?" lists the keyboard shortcuts on every page. */
const DeviceSettings = () => (
  <div className="grid gap-5">
    <Card title={t('accounts.settings.keyboardTitle')}>
      <div className="grid justify-items-start gap-4">
        <SingleKeysChoice />
        <Button icon={<Keyboard />} onClick={showShortcuts}>
          {t('common.keyboardShortcuts')}
        </Button>
      </div>
    </Card>
  </div>
);

/** An addition to the specification. A choice that the server did not store changes nothing in the browser either. */
function AccountLanguage() {
  const update = useUpdateMyLanguage();
  return (
    <Card title={t('common.language')}>
      <LanguageChoice
        choose={async (language) => {
          // The forms above are drawn again in the new language, without what was typed.
          await new Promise<void>((agree) => leaveOrAsk(agree));
          await update.mutateAsync({ language });
          await chooseLanguage(language);
        }}
      />
      <p className="mt-3 text-small text-text3">{t('accounts.settings.languageHint')}</p>
    </Card>
  );
}

interface EmailChange {
  new_email: string;
  current_password: string;
}

const empty: EmailChange = { new_email: '', current_password: '' };

/** This form only requests the change; the address changes when the mailed link is opened. */
function ChangeEmailForm() {
  const form = useForm<EmailChange>({
    resolver: createResolver((values) => findFieldErrors(RequestEmailChange, values)),
    defaultValues: empty,
  });
  const request = useRequestEmailChange();
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    request.mutate(values, {
      onSuccess: () => form.reset(empty),
      onError: (error) =>
        showRefusal(form, {
          error,
          message: failureText(error, {
            refused: t('accounts.emailChange.refused'),
            failed: t('accounts.emailChange.requestFailed'),
          }),
          fields: { new_email: 'new_email', current_password: 'current_password' },
        }),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t('accounts.emailChange.newAddressLabel')}
        hint={t('accounts.emailChange.newAddressHint')}
        error={errors.new_email?.message}
        required
      >
        <TextInput {...form.register('new_email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t('accounts.currentPassword')} error={errors.current_password?.message} required>
        <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
      </Field>
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      {request.isSuccess && !isDirty && <LinkSent email={request.variables.new_email} />}
      <div>
        <Button type="submit" variant="primary" busy={request.isPending}>
          {t('accounts.emailChange.submitButton')}
        </Button>
      </div>
    </form>
  );
}

const LinkSent = ({ email }: { email: string }) => (
  <Alert kind="success">{t('accounts.emailChange.linkSent', { email: useShownEmail(email) })}</Alert>
);
