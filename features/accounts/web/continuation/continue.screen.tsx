import { useNavigate } from 'react-router';
import { invalid } from '../../../../contract/texts.ts';
import { ApiError, loginMessageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '../../../../web/ui/button.tsx';
import { EmailText } from '../../../../web/ui/email-text.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { useSmallForm } from '../../../../web/ui/small-form.ts';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { useLinkToken } from '../accounts.api.ts';
import { Entrance, usePostOnce } from '../entrance.tsx';
import { useFindContinuation, useTakeContinuation } from './continuation.api.ts';

/** Where another device goes on with a session: the code comes with the address of the picture, or is typed. */
export default function ContinueScreen() {
  const given = useLinkToken();
  const find = useFindContinuation();
  const take = useTakeContinuation();
  const navigate = useNavigate();
  usePostOnce(given, ({ token }) => token !== '' && find.mutate(token));
  const found = find.data;
  const isSpent = take.error instanceof ApiError && take.error.status === 400;
  const go = (code: string) =>
    take.mutate(code, {
      onSuccess: ({ page, isSignedIn }) => isSignedIn && void navigate(page, { replace: true }),
    });
  const failure = take.error ?? find.error;
  return (
    <Entrance title={t('accounts.continuation.title')}>
      <div className="grid gap-4">
        {failure && <Alert kind="danger">{loginMessageFor(failure, t('common.somethingWentWrong'))}</Alert>}
        {found && !isSpent ? (
          <>
            <p className="text-text2">{t('accounts.continuation.account')}</p>
            <p className="wrap-anywhere">
              <strong className="block font-strong">{found.username}</strong>
              <EmailText email={found.email} />
            </p>
            <p className="text-small text-text2">{t('accounts.continuation.ownHint')}</p>
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" busy={take.isPending} onClick={() => go(found.code)} className="flex-auto">
                {t('common.continue')}
              </Button>
              <ButtonLink to="/login">{t('common.cancel')}</ButtonLink>
            </div>
          </>
        ) : (
          <CodeForm
            busy={find.isPending}
            onCode={(code) => {
              take.reset();
              find.mutate(code);
            }}
          />
        )}
      </div>
    </Entrance>
  );
}

const CHECKS = { code: (code: string) => (code.trim() === '' ? invalid('errors.accounts.fill_code') : undefined) };

function CodeForm({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const { form, errors, onSubmit, onInput } = useSmallForm(CHECKS);
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={onSubmit(({ code }) => onCode(code))}
      onInput={onInput}
      className="grid gap-4"
    >
      <p className="text-text2">{t('accounts.continuation.codeHint')}</p>
      <Field label={t('accounts.secondFactor.code')} error={errors.code} required>
        <TextInput
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="primary" busy={busy} className="flex-auto">
          {t('common.continue')}
        </SubmitButton>
        <ButtonLink to="/login">{t('accounts.backToLogin')}</ButtonLink>
      </div>
    </form>
  );
}
