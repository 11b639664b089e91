import type { ReactNode } from 'react';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { Badge, type Tone } from '../../../web/ui/badge.tsx';
import type { PaymentMessage, PaymentOutcome } from '../payments.calls.ts';

const OUTCOMES: Record<PaymentOutcome, { text: Label; tone: Tone }> = {
  CREDITED: { text: textKey('payments.credited'), tone: 'green' },
  REVERSED: { text: textKey('payments.reversed'), tone: 'blue' },
  REVERSAL_CANCELED: { text: textKey('payments.reversalCanceled'), tone: 'green' },
  IGNORED: { text: textKey('payments.ignored'), tone: 'grey' },
  DUPLICATE: { text: textKey('payments.duplicate'), tone: 'grey' },
  AWAITING_PAYMENT: { text: textKey('payments.awaitingPayment'), tone: 'yellow' },
  REVIEW: { text: textKey('payments.toReview'), tone: 'red' },
  REJECTED: { text: textKey('payments.rejected'), tone: 'grey' },
};

export const isToReview = (message: PaymentMessage) => message.outcome === 'REVIEW' && message.reviewed_at === null;

/** Reviewed messages are no longer red. */
export const railOf = (message: PaymentMessage): Tone => {
  if (message.outcome === null) return 'yellow';
  return message.outcome === 'REVIEW' && !isToReview(message) ? 'grey' : OUTCOMES[message.outcome].tone;
};

/** A message that a payment is pending books nothing, which does not mean that it is ignored. */
function outcomeText({ outcome, reason }: PaymentMessage): Label {
  if (outcome === null) return textKey('payments.beingChecked');
  return reason === 'pending' ? textKey('payments.pending.title') : OUTCOMES[outcome].text;
}

export const paymentOutcome = (message: PaymentMessage): ReactNode => (
  <Badge tone={railOf(message)}>{t(outcomeText(message))}</Badge>
);

/** How a person refers to a message. */
export const nameOf = ({ id, transaction_id }: PaymentMessage) => transaction_id ?? `#${id}`;
