import type { UseMutationResult } from '@tanstack/react-query';
import { BadgeCheck, Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { FileName } from '../../../web/ui/file-name.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { DECLARED_USES } from '../dtc-words.rules.ts';
import type { DeclaredUse, Generation } from '../dtc-session.ts';
import { joinSelection } from '../dtc-off.rules.ts';
import { useDownloadGenerated, useDownloadProof, useDownloadProofPage } from './dtc-off.api.ts';

/** Every file generated from this one, with the proof of what was done to it. */
export function GeneratedFiles({ generations }: { generations: readonly Generation[] }) {
  if (generations.length === 0) return null;
  return (
    <Card level={3} title={t('dtc-off.generated.title')} actions={<VerifyLink />}>
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

export function VerifyLink() {
  return (
    <a href="/verify.html" target="_blank" rel="noreferrer" className={buttonClass({ variant: 'quiet' })}>
      <BadgeCheck size={18} />
      {t('dtc-off.verifyProofLink')}
    </a>
  );
}

type GeneratedFileProps = {
  generation: Generation;
  /** False: only its proof remains. */ hasFile?: boolean;
  facts?: ReactNode;
};

/** A generated file with its codes, its declaration and its downloads; `facts` adds what only the list shows. */
export function GeneratedFile({ generation, hasFile = true, facts }: GeneratedFileProps) {
  const { id, file_name, codes, also_codes, declared_use, created_at } = generation;
  const file = useDownloadGenerated();
  const proof = useDownloadProof();
  const page = useDownloadProofPage();
  const error = file.error ?? proof.error ?? page.error;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="min-w-0 font-mono text-body wrap-anywhere">
          <FileName text={file_name} />
        </h4>
        <span className="text-small text-text3">
          <TimeStamp value={created_at} />
        </span>
      </div>
      {facts}
      <p className="max-h-24 overflow-y-auto font-mono text-small text-text2 wrap-anywhere">{joinSelection(codes)}</p>
      {also_codes.length > 0 && (
        <p className="max-h-24 overflow-y-auto text-small text-text2 wrap-anywhere">
          {t('dtc-off.generated.together', { codes: also_codes.join(', ') })}
        </p>
      )}
      {declared_use !== null && (
        <p className="text-small text-text2">{t('dtc-off.declaredUse', { use: usageText(declared_use) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {hasFile && <Fetch id={id} download={file} icon={<Download />} text={t('common.download')} name={file_name} />}
        <Fetch id={id} download={proof} icon={<BadgeCheck />} text={t('dtc-off.proofJson')} name={file_name} />
        <Fetch id={id} download={page} icon={<FileText />} text={t('dtc-off.proofPrint')} name={file_name} />
      </div>
      {error && (
        <p role="alert" className="text-body text-red-fg">
          {messageFor(error, t('common.downloadFailed'))}
        </p>
      )}
    </>
  );
}

function usageText(use: DeclaredUse): string {
  const found = DECLARED_USES.find((one) => one.use === use);
  return found === undefined ? use : t(found.sentence);
}

type FetchProps = {
  id: number;
  download: UseMutationResult<string, Error, number>;
  icon: ReactNode;
  text: string;
  name: string;
};

function Fetch({ id, download: { isPending, mutate }, icon, text, name }: FetchProps) {
  return (
    <Button
      small
      icon={icon}
      busy={isPending}
      busyText={t('common.downloading')}
      aria-label={t('dtc-off.downloadLabel', { what: text, name })}
      onClick={() => mutate(id, { onError: (reason) => console.warn('Download failed', reason) })}
    >
      {text}
    </Button>
  );
}
