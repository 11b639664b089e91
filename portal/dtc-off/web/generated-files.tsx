import type { UseMutationResult } from '@tanstack/react-query';
import { BadgeCheck, Download, FileText } from 'lucide-react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { Generation } from '../dtc-off.contract.ts';
import { joinSelection } from '../dtc-off.rules.ts';
import { useDownloadGenerated, useDownloadProof, useDownloadProofPage } from './dtc-off.api.ts';

/** Every file that was made of this one, with the proof of what was done to it. */
export function GeneratedFiles({ generations }: { generations: readonly Generation[] }) {
  if (generations.length === 0) return null;
  return (
    <Card
      title={t('Generated files')}
      actions={
        <a href="/verify.html" target="_blank" rel="noreferrer" className={buttonClass({ variant: 'quiet' })}>
          <BadgeCheck size={18} />
          {t('Verify a file and its proof')}
        </a>
      }
    >
      <ul className="grid gap-5">
        {generations.map((generation) => (
          <li key={generation.id} className="grid gap-2 border-t pt-4 first:border-t-0 first:pt-0">
            <GeneratedFile generation={generation} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function GeneratedFile({ generation: { id, file_name, codes, created_at } }: { generation: Generation }) {
  const file = useDownloadGenerated();
  const proof = useDownloadProof();
  const page = useDownloadProofPage();
  const error = file.error ?? proof.error ?? page.error;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-body wrap-anywhere">{file_name}</h3>
        <span className="text-small text-text3">
          <TimeStamp value={created_at} />
        </span>
      </div>
      <p className="font-mono text-small text-text2 wrap-anywhere">{joinSelection(codes)}</p>
      <div className="flex flex-wrap gap-2">
        <Fetch id={id} download={file} icon={<Download />} text={t('Download')} name={file_name} />
        <Fetch id={id} download={proof} icon={<BadgeCheck />} text={t('Proof (JSON)')} name={file_name} />
        <Fetch id={id} download={page} icon={<FileText />} text={t('Proof to print')} name={file_name} />
      </div>
      {error && (
        <p role="alert" className="text-body text-red-fg">
          {messageFor(error, t('Download failed.'))}
        </p>
      )}
    </>
  );
}

type FetchProps = {
  id: number;
  download: UseMutationResult<string, Error, number>;
  icon: React.ReactNode;
  text: string;
  name: string;
};

function Fetch({ id, download: { isPending, mutate }, icon, text, name }: FetchProps) {
  return (
    <Button
      small
      icon={icon}
      busy={isPending}
      busyText={t('Downloading...')}
      aria-label={t('{what}: {name}', { what: text, name })}
      onClick={() => mutate(id, { onError: (reason) => console.warn('Download failed', reason) })}
    >
      {text}
    </Button>
  );
}
