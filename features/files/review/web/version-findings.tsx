import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import type { HistoryEntry } from '../../file.ts';
import { listWarnings } from '../findings.rules.ts';
import { useFileHistory } from '../../web/files.api.ts';
import { Folded } from '../../../../web/ui/folded.tsx';
import { FindingsList } from './findings-list.tsx';

export type VersionFindingsProps = { entry: HistoryEntry; open: boolean; onClose: () => void };

/** What was found when this version was attached, and who attached it despite that. */
export function VersionFindings({ entry, open, onClose }: VersionFindingsProps) {
  const reader = useCan('files.attach-modified') ? 'administrator' : 'customer';
  return (
    <Modal
      open={open}
      size="medium"
      title={t('files.review.comparison.label')}
      description={<span className="wrap-anywhere">{entry.file_name}</span>}
      onClose={onClose}
    >
      {entry.findings && <FindingsList findings={entry.findings} reader={reader} />}
      {entry.confirmed_by && (
        <p className="mt-4 border-t pt-3 text-body text-text2">
          {t('files.review.warnings.confirmedBy', { name: entry.confirmed_by })}
        </p>
      )}
    </Modal>
  );
}

/** For the customer: what the comparison found about the version offered now, in plain words; folded if all is well. */
export function OfferedVersion({ fileId }: { fileId: number }) {
  const { data } = useFileHistory(fileId);
  const offered = data?.find(({ kind }) => kind === 'MODIFIED');
  if (!offered?.findings) return null;
  const warnings = listWarnings(offered.findings).length;
  const title = t('files.review.comparison.customerTitle');
  const findings = <FindingsList findings={offered.findings} reader="customer" />;
  if (warnings === 0) {
    return (
      <Card flush>
        <Folded isPart title={title} note={t('files.review.warnings.none')}>
          <div className="px-4 pb-3.5">{findings}</div>
        </Folded>
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Folded open title={t('files.review.warnings.count', { n: warnings })}>
        <div className="mt-1">{findings}</div>
      </Folded>
    </Card>
  );
}
