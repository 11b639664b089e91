import { t } from '../../../web/text.ts';
import { dayTime } from '../../../web/ui/day-time.ts';
import { useAiSessions, useIsFree } from './dtc-off.api.ts';

/**
 * What the server knows about the opened file, next to the warning of the specification: paid or not, and until when.
 */
export function WhatAFileCosts({ fileName }: { fileName: string }) {
  const isFree = useIsFree();
  const session = useAiSessions().data?.find((one) => one.fileName === fileName);
  if (session === undefined) return null;
  const when = dayTime(new Date(session.expiresAt));
  return (
    <p role="status" className="mt-2 font-strong">
      {isFree
        ? t('dtc-off.staysOpenUntil', { when })
        : session.charged
          ? t('dtc-off.paidFreeUntil', { when })
          : t('dtc-off.unpaidStaysOpen', { when })}
    </p>
  );
}
