import { type ReactNode, Suspense, lazy, useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { sentenceText, t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { CheckboxRow } from '../../../../web/ui/checkbox-row.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { DECLARED_USES } from '../../../dtc-off/dtc-words.rules.ts';
import type { DeclaredUse } from '../../../dtc-off/dtc-session.ts';
import type { Order } from '../proposals.calls.ts';
import { needsDeclaration } from '../../../dtc-off/dtc-off.rules.ts';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import { canUploadModified } from '../../review/review.rules.ts';
import { useCreateProposal, useOrder } from './proposals.api.ts';

/** Needed only once a file has been generated. */
const ProposalResult = lazy(() => import('./proposal-result.tsx'));

export type OrderedCodesProps = Omit<FileDialogProps, 'onClose'>;

/** For administrators: which of the ordered codes are in the file, and the file generated with them switched off. */
export default function OrderedCodes({ file, acknowledge }: OrderedCodesProps): ReactNode {
  const [isRepairing, setRepairing] = useState(false);
  const { data, isError, refetch } = useOrder(file.id, isRepairing);
  return (
    <Card title={t('files.orderedDtcs')}>
      {data === undefined && isError && <LoadError onRetry={() => void refetch()} />}
      {data === undefined && !isError && (
        <p role="status" className="flex items-center gap-2 text-body text-text2">
          <Spinner />
          {t('files.proposal.reading')}
        </p>
      )}
      {data !== undefined && (
        <div className="grid gap-4">
          <WhatIsInFile order={data} />
          {(data.wrongChecksums.length > 0 || isRepairing) && (
            <CheckboxRow isStrong checked={isRepairing} onChange={setRepairing}>
              {t('dtc-off.repair.choice')}
            </CheckboxRow>
          )}
          {data.switchable.length > 0 && canUploadModified(file) && (
            <SwitchOff fileId={file.id} order={data} isRepairing={isRepairing} />
          )}
          {data.proposal !== null && (
            <Suspense fallback={null}>
              <ProposalResult key={data.proposal.id} file={file} proposal={data.proposal} acknowledge={acknowledge} />
            </Suspense>
          )}
        </div>
      )}
    </Card>
  );
}

/** What can be done with each ordered code, and why not with the others. */
function WhatIsInFile({ order }: { order: Order }) {
  const { rows, switchable, missing, canGenerate, reason } = order;
  const off = rows.filter(({ status }) => status === 'OFF').map(({ dtc }) => dtc);
  const locked = canGenerate ? rows.filter(({ status, locked: why }) => status === 'ON' && why !== null) : [];
  return (
    <div className="grid gap-2 text-body wrap-anywhere">
      {!canGenerate && (
        <Alert kind="warning" title={t('files.proposal.notSwitchable')}>
          {reason === null ? null : sentenceText(reason)}
        </Alert>
      )}
      {switchable.length > 0 && (
        <p className="font-strong">{t('files.proposal.switchable', { codes: switchable.join(', ') })}</p>
      )}
      <ul className="grid gap-1 text-text2">
        {rows
          .filter(({ dtc }) => switchable.includes(dtc))
          .map(({ dtc, info }) => (
            <li key={dtc}>{info === null ? dtc : t('dtc-off.downloadLabel', { what: dtc, name: info })}</li>
          ))}
      </ul>
      {off.length > 0 && <p>{t('files.proposal.alreadyOff', { codes: off.join(', ') })}</p>}
      {locked.map(({ dtc, locked: why }) => (
        <p key={dtc}>{t('files.proposal.lockedCode', { code: dtc, reason: why === null ? '' : sentenceText(why) })}</p>
      ))}
      {missing.length > 0 && <p>{t('dtc-off.report.missing', { codes: missing.join(', ') })}</p>}
    </div>
  );
}

type SwitchOffProps = { fileId: number; order: Order; isRepairing: boolean };

function SwitchOff({ fileId, order, isRepairing }: SwitchOffProps) {
  const { mutate, isPending, error } = useCreateProposal(fileId);
  const [use, setUse] = useState<DeclaredUse | ''>('');
  const isDeclared = !needsDeclaration(order.rows, order.switchable) || use !== '';
  return (
    <div className="grid gap-3">
      {needsDeclaration(order.rows, order.switchable) && (
        <Field label={t('dtc-off.declare.purposeLabel')} required>
          <Select
            value={use}
            onChange={(event) => setUse(event.target.value as DeclaredUse | '')}
            options={DECLARED_USES.map(({ use: value, sentence }) => ({ value, label: t(sentence) }))}
            placeholder={t('files.upload.choosePlaceholder')}
          />
        </Field>
      )}
      <div>
        <Button
          variant={order.proposal === null ? 'primary' : 'secondary'}
          busy={isPending}
          busyText={t('files.proposal.switchingOff')}
          disabled={!isDeclared || !order.canGenerate}
          onClick={() => mutate({ declared_use: use === '' ? null : use, repair_checksums: isRepairing })}
        >
          {t('files.proposal.switchOffButton')}
        </Button>
      </div>
      {error !== null && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
    </div>
  );
}
