import { useCan } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';

/** Beside "Not configured", for those who can do something about it. */
export function ConfigureLink({ className }: { className?: string }) {
  if (!useCan('settings.change')) return null;
  return (
    <ButtonLink to="/admin/application-configuration#addresses" className={className}>
      {t('settings.configure')}
    </ButtonLink>
  );
}
