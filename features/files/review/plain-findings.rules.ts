import type { Finding, Verdict } from './findings.rules.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

type Sentences = Record<Verdict, Label>;

/** What a finding means to readers who do not tune files, with the same placeholders as the finding itself. */
const PLAIN: Record<Finding['name'], Sentences> = {
  size: {
    OK: textKey('review.modifiedFileLargeOriginal'),
    WARNING: textKey('review.modifiedFileNotLargeOriginal'),
    NOT_CHECKED: textKey('review.sizesNotCompared'),
  },
  software: {
    OK: textKey('review.sameControlUnit'),
    WARNING: textKey('review.otherControlUnit'),
    NOT_CHECKED: textKey('review.controlUnitNotChecked'),
  },
  bytes: {
    OK: textKey('review.onlyPercentPercentFileChanged'),
    WARNING: textKey('review.largePartChanged'),
    NOT_CHECKED: textKey('review.changesNotChecked'),
  },
  checksums: {
    OK: textKey('review.checksumsRight'),
    WARNING: textKey('review.notAllChecksumsRight'),
    NOT_CHECKED: textKey('review.checksumsCouldNotChecked'),
  },
  dtcs: {
    OK: textKey('review.troubleCodesAskedOffOff'),
    WARNING: textKey('review.someStillOn'),
    NOT_CHECKED: textKey('review.codesNotChecked'),
  },
};

/** Returns the sentences of a finding in plain words. */
export function plainSentences(finding: Finding): Label[] {
  const { name, verdict, values = {} } = finding;
  if (name === 'dtcs') return aboutCodes(finding);
  if (name === 'bytes' && verdict === 'WARNING' && values.percent === undefined) {
    return [textKey('review.nothingWasChangedItIsYourOriginal')];
  }
  if (name === 'checksums' && verdict === 'OK' && values.unknown !== undefined) {
    return [textKey('review.checksumsCouldCheckedRight'), textKey('review.otherChecksumsCouldNotChecked')];
  }
  return [PLAIN[name][verdict]];
}

/** Leaves out nothing that was requested: a code that is not listed would be taken for switched off. */
function aboutCodes({ verdict, values = {} }: Finding): Label[] {
  const isPartlyOff = verdict === 'NOT_CHECKED' && Boolean(values.off);
  return [
    isPartlyOff ? textKey('review.codesOff') : PLAIN.dtcs[verdict],
    ...(values.missing ? [textKey('review.codesNotFound')] : []),
    ...(values.unread ? [textKey('review.notUnderstoodNotCheckedUnread')] : []),
  ];
}
