import type { ReactNode } from 'react';
import { t, wordsText } from '../../../../web/languages/text.ts';
import type { Identification } from '../identification.calls.ts';
import { Offset } from './offset.tsx';

/**
 * Everything that can be verified in the file, in the library's words: what it was recognised by, each checksum, and
 * the DTCs that are off.
 */
export function IdentificationEvidence({ identification }: { identification: Identification }) {
  const { control_unit, checksums, dtcs, form } = identification;
  if (control_unit === null) return null;
  return (
    <details>
      <summary className="flex min-h-control cursor-pointer items-center underline underline-offset-2">
        {t('files.identification.evidence')}
      </summary>
      <div className="mt-1 grid gap-4 text-small">
        {form !== 'as it is' && (
          <p className="text-text2">{t('files.identification.offsetsInForm', { form: wordsText(form) })}</p>
        )}
        <Part title={t('files.identification.recognisedBy')}>
          {control_unit.evidence.map(({ at, reason }) => (
            <li key={`${at} ${reason}`} className="wrap-anywhere">
              <span lang="en">{reason}</span> <Offset at={at} />
            </li>
          ))}
        </Part>
        {checksums !== null && checksums.length > 0 && <Checksums checksums={checksums} />}
        {dtcs !== null && (
          <Part title={t('files.identification.dtcTable')}>
            <li>
              <Offset at={dtcs.table_at} />
            </li>
            {dtcs.off_codes.length > 0 && (
              <li className="wrap-anywhere">
                {t('files.identification.dtcsOffLabel')}: <span className="font-mono">{codesText(dtcs)}</span>
              </li>
            )}
          </Part>
        )}
      </div>
    </details>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-label text-text3">{title}</h3>
      <ul className="grid gap-0.5">{children}</ul>
    </section>
  );
}

const codesText = ({ off, off_codes }: NonNullable<Identification['dtcs']>): string =>
  `${off_codes.join(', ')}${off > off_codes.length ? ' …' : ''}`;

function Checksums({ checksums }: { checksums: NonNullable<Identification['checksums']> }) {
  const words = {
    ok: t('common.ok'),
    wrong: t('files.identification.checksumWrong'),
    unknown: t('files.review.notChecked'),
  };
  return (
    <Part title={t('common.checksums')}>
      {checksums.map(({ name, state, at }) => (
        <li key={name} className="wrap-anywhere">
          {name}: {words[state]} {at !== null && <Offset at={at} />}
        </li>
      ))}
    </Part>
  );
}
