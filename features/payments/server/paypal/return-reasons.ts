/** PayPal's codes for why money goes back, in words the account's owner understands. */
const REASONS: Record<string, string> = {
  refund: 'refunded by the seller',
  buyer_complaint: 'the buyer opened a claim',
  'buyer-complaint': 'the buyer opened a claim',
  chargeback: 'the card holder disputed the payment',
  chargeback_reimbursement: 'a disputed payment was paid out again',
  chargeback_settlement: 'a disputed payment was settled',
  guarantee: "the provider's money-back guarantee",
  unauthorized_claim: 'the payment was reported as not authorised',
  unauthorized_spoof: 'the payment was reported as not authorised',
  admin_fraud_reversal: 'the provider suspects fraud',
  other: 'decided by the provider',
};

export const findReturnReason = (code: string | undefined): string | null => REASONS[code?.toLowerCase() ?? ''] ?? null;
