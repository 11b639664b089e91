import { t } from '../../../web/languages/text.ts';
import { formatDayTime } from '../../../web/ui/time.tsx';
import { useAiSessions, useIsFree } from './dtc-off.api.ts';

/** What the server knows about the opened file: paid or not, and until when; null while it is not known. */
export function useFileTerms(fileName: string | undefined): string | null {
  const isFree = useIsFree();
  const session = useAiSessions().data?.find((one) => one.fileName === fileName);
  if (session === undefined) return null;
  const when = formatDayTime(new Date(session.expiresAt));
  if (isFree) return t('dtc-off.terms.staffOpen', { when });
  return session.charged ? t('dtc-off.terms.paid', { when }) : t('dtc-off.terms.unpaid', { when });
}
