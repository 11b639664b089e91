import { useSession } from '../session.ts';
import { t } from '../text.ts';

/** The username, or Guest for somebody who is not signed in (X-SHL-01). */
export function Greeting() {
  const username = useSession()?.user.username ?? t('Guest');
  return (
    <p className="min-w-0 truncate text-body text-text2 sm:mr-auto">
      {t('Hello,')} <strong className="font-strong text-text">{username}</strong>
    </p>
  );
}
