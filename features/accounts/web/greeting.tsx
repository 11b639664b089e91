import { useKnownUser } from './accounts.api.ts';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';

/** Shows the username, or Guest without a session (X-SHL-01). */
export function Greeting() {
  const session = useSession();
  // The session has the name from the login; a rename elsewhere arrives with the next poll.
  const renamed = useKnownUser().data?.username;
  const username = session === null ? t('common.shell.guest') : (renamed ?? session.user.username);
  return (
    <p className="min-w-0 truncate text-body text-text2 sm:mr-auto">
      {t('common.shell.hello')} <strong className="font-strong text-text">{username}</strong>
    </p>
  );
}
