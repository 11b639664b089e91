import { useCan } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';

/** A link beside "Not configured", for those who can change it. */
export function ConfigureLink({ className }: { className?: string }) {
  if (!useCan('settings.change')) return null;
  return (
    <ButtonLink to="/admin/application-configuration#addresses" className={className}>
      {t('settings.configure')}
    </ButtonLink>
  );
}
