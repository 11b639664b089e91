import type { ReactNode } from 'react';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { t } from '../../../web/languages/text.ts';
import type { File } from '../file.ts';

/** Something that can be done with the file of a page: a button there, and an entry in the palette. */
export interface Action {
  text: string;
  icon: ReactNode;
  onSelect: () => void;
  busy?: boolean;
  /** The keys that trigger it, for display only. */
  keys?: string;
  /** The letter that triggers it. */
  shortcut?: string;
}

/** What cancelling does, for an administrator's button: a paid file is refunded with it. */
export const cancelFileText = ({ price, price_status }: Pick<File, 'price' | 'price_status'>): string =>
  price_status === 'PAID' ? t('files.cancel.refundButton', { price: formatAmount(price) }) : t('common.cancelFile');
