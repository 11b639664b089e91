import { t } from '../../../web/languages/text.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import type { ToolbarFilter } from '../../../web/ui/list-toolbar.tsx';
import { FILE_STATUSES, PRICE_STATUSES } from '../file-fields.ts';

type Choice = { status: string; priceStatus: string; onChoose: (filters: Record<string, string>) => void };

/** The filters of a list of files. `anyTexts`: what a filter shows while nothing is chosen; without it, its name. */
export const listFilters = (
  { status, priceStatus, onChoose }: Choice,
  anyTexts?: Record<'payment' | 'status', string>,
): ToolbarFilter[] => [
  {
    label: t('common.priceStatus'),
    ...(anyTexts && { any: anyTexts.payment }),
    value: priceStatus,
    options: toOptions(PRICE_STATUSES),
    onChange: (price) => onChoose({ price }),
  },
  {
    label: t('common.status'),
    ...(anyTexts && { any: anyTexts.status }),
    value: status,
    options: toOptions(FILE_STATUSES),
    onChange: (chosen) => onChoose({ status: chosen }),
  },
];

const toOptions = (statuses: readonly string[]) => statuses.map((value) => ({ value, label: statusText(value) }));
