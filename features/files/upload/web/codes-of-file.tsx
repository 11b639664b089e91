import { useEffect, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Summary } from '../../../../ecu/summary.ts';
import { t } from '../../../../web/languages/text.ts';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { isSelectable, listSwitchedOff } from '../../../dtc-off/dtc-table.rules.ts';
import { useDescribedDtcs } from '../../../dtc-off/web/dtc-off.api.ts';
import { DtcCodes } from '../../../dtc-off/web/dtc-card.tsx';
import type { UploadForm } from './solution-choice.tsx';

type CodesOfFileProps = { form: UploadForm; summary: Summary };

/** The codes that this browser has read in the chosen file; the server describes them and names those it refuses. */
export default function CodesOfFile({ form, summary }: CodesOfFileProps): ReactNode {
  const { data: rows, isError, refetch } = useDescribedDtcs(summary);
  const ordered = useWatch({ control: form.control, name: 'ordered_dtcs' });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const all = rows ?? [];
  // What is ordered is all that is switched off; only this list knows which codes of it were chosen.
  const selected = listSwitchedOff(all, chosen).join() === ordered.join() ? chosen : ordered;
  useEffect(() => {
    if (rows === undefined) return;
    const offered = new Set(rows.filter(isSelectable).map(({ dtc }) => dtc));
    const staying = form.getValues('ordered_dtcs').filter((code) => offered.has(code));
    if (staying.length < form.getValues('ordered_dtcs').length) form.setValue('ordered_dtcs', staying);
  }, [form, rows]);
  const select = (codes: readonly string[], isOn: boolean) => {
    const others = selected.filter((code) => !codes.includes(code));
    const now = isOn ? [...others, ...codes] : others;
    setChosen(now);
    form.setValue('ordered_dtcs', listSwitchedOff(all, now));
  };
  return (
    <section aria-label={t('files.upload.codes.ofFileLabel')} className="min-w-0 rounded-control border">
      <h3 className="border-b px-4 py-3 text-body font-strong">{t('files.upload.codes.ofFileLabel')}</h3>
      {rows === undefined ? (
        <div className="p-4">
          {isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />}
        </div>
      ) : (
        <DtcCodes rows={rows} selected={selected} onSelect={select} hasMoreBelow />
      )}
    </section>
  );
}
