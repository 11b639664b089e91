import { CircleCheck, Download, FileText } from 'lucide-react';
import type { Ref } from 'react';
import { save } from '../../../web/client/download.ts';
import { changesText } from '../../files/hex/web/hex-text.ts';
import { ThinMap } from '../../files/hex/web/map-strip.tsx';
import type { Changes } from '../../files/hex/places.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { Generation } from '../dtc-session.ts';
import { useDownloadProofPage } from './dtc-off.api.ts';
import type { MadeFile } from './ecu-file.tsx';
import type { Comparison } from './what-changed.tsx';

type FileReadyProps = {
  made: MadeFile;
  comparison: Comparison;
  /** The record of the generated file, once the server lists it. */
  generation: Generation | undefined;
  headingRef?: Ref<HTMLHeadingElement>;
  onLeave: () => void;
};

/** The generated file, what was changed in it, and its download, shown where it was generated. */
export function FileReady({ made, comparison, generation, headingRef, onLeave }: FileReadyProps) {
  const proof = useDownloadProofPage();
  return (
    <section
      aria-label={t('dtc-off.result')}
      className="grid gap-3 rounded-card bg-green-bg p-4 text-body text-green-fg"
    >
      <div role="status" className="grid gap-1">
        <h3 ref={headingRef} tabIndex={-1} className="flex items-start gap-2 text-body">
          <CircleCheck size={18} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{t('dtc-off.result.title', { file: made.name })}</span>
        </h3>
        <Summary comparison={comparison} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={<Download />} onClick={() => save(made.blob, made.name)}>
          {t('common.download')}
        </Button>
        {generation && (
          <Button
            icon={<FileText />}
            busy={proof.isPending}
            busyText={t('common.downloading')}
            onClick={() => proof.mutate(generation.id)}
          >
            {t('dtc-off.proof')}
          </Button>
        )}
        <Button variant="quiet" className="text-green-fg! hover:bg-surface!" onClick={onLeave}>
          {t('dtc-off.anotherFile')}
        </Button>
      </div>
    </section>
  );
}

function Summary({ comparison: { changes, isMissing } }: { comparison: Comparison }) {
  if (isMissing || changes === 'failed') return null;
  if (changes === null) return <Skeleton className="w-3/4" />;
  return (
    <>
      <p>{changesText(changes)}</p>
      <p>{explanationText(changes)}</p>
      <div className="mt-1.5 flex">
        <ThinMap changes={changes} />
      </div>
    </>
  );
}

/** Read from the result by the library, place by place, not derived from what the server was asked to do. */
function explanationText({ places }: Changes): string {
  if (places.some(({ kind }) => kind === 'other')) return t('dtc-off.result.changesUnexplained');
  const checksums = new Set(places.filter(({ kind }) => kind === 'checksum').flatMap(({ names }) => names)).size;
  const explained = t('dtc-off.result.changesExplained');
  if (checksums === 0) return explained;
  return `${explained} ${t('dtc-off.result.checksumsCorrected', { count: checksums })}`;
}
