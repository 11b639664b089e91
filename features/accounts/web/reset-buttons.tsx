import { t } from '../../../web/languages/text.ts';
import { ButtonLink, SubmitButton } from '../../../web/ui/button.tsx';

/** Buttons below the form that requests a reset link and below the form for the new password. */
export const ResetButtons = ({ busy, disabled }: { busy: boolean; disabled?: boolean }) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton variant="primary" busy={busy} disabled={disabled} className="flex-auto">
      {t('accounts.passwordReset.submitButton')}
    </SubmitButton>
    <ButtonLink to="/login">{t('accounts.backToLogin')}</ButtonLink>
  </div>
);
