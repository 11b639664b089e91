import { type Label, t, textKey } from '../../../web/languages/text.ts';
import type { UnreadKind } from '../notifications.calls.ts';

export const KIND_TEXT: Record<UnreadKind, Label> = {
  REPLY: textKey('messaging.unread.reply'),
  PRICE: textKey('messaging.unread.price'),
  STATUS: textKey('messaging.unread.status'),
  READY: textKey('messaging.unread.ready'),
  CUSTOMER_MESSAGE: textKey('messaging.unread.customerMessage'),
  NEW_FILE: textKey('messaging.unread.newFile'),
  CHANGE_REQUEST: textKey('messaging.unread.changeRequest'),
};

const namesOf = (kinds: readonly UnreadKind[]) => kinds.map((kind) => t(KIND_TEXT[kind])).join(', ');

/** In a row: a dot whose tooltip and text for screen readers name what is unread. In a table it takes no space. */
export function UnreadDot({ kinds }: { kinds: readonly UnreadKind[] | undefined }) {
  if (kinds === undefined || kinds.length === 0) return null;
  const text = t('messaging.unread.label', { what: namesOf(kinds) });
  return (
    <span title={text} className="mr-1.5 inline-block sm:-ml-3.5 size-2 rounded-full bg-accent align-middle forced-dot">
      <span className="sr-only">{text} </span>
    </span>
  );
}

/** Badges on the page itself: what was unread when it was opened. */
export function UnreadBadges({ kinds }: { kinds: readonly UnreadKind[] }) {
  return kinds.map((kind) => (
    <span
      key={kind}
      className="inline-flex items-center rounded-full bg-accent px-2 text-small leading-6 font-strong whitespace-nowrap text-on-accent"
    >
      {t('messaging.unread.newLabel', { what: t(KIND_TEXT[kind]) })}
    </span>
  ));
}
