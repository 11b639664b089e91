import { t, textKey, type Label } from '../../../../web/languages/text.ts';
import type { ToolbarFilter } from '../../../../web/ui/list-toolbar.tsx';
import { type WorkFilter, WORK_FILTERS } from '../work-filter.ts';

export const WORK_WORDS: Record<WorkFilter, Label> = {
  waiting: textKey('staff.work.waiting'),
  mine: textKey('staff.work.mine'),
  unassigned: textKey('staff.work.unassigned'),
  overdue: textKey('staff.work.overdue'),
};

export const workText = (work: string): string => {
  const found = WORK_FILTERS.find((one) => one === work);
  return found === undefined ? '' : t(WORK_WORDS[found]);
};

/** The filter for work that waits for staff. */
export const workFilter = (work: string, onChoose: (filters: { work: string }) => void): ToolbarFilter => ({
  label: t('staff.work.label'),
  any: t('staff.work.anyWork'),
  value: work,
  options: WORK_FILTERS.map((value) => ({ value, label: t(WORK_WORDS[value]) })),
  onChange: (chosen) => onChoose({ work: chosen }),
});
