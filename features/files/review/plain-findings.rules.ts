import type { Finding, Verdict } from './findings.rules.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

type Sentences = Record<Verdict, Label>;

/** What a finding means to readers who do not tune files, with the same placeholders as the finding itself. */
const PLAIN: Record<Finding['name'], Sentences> = {
  size: {
    OK: textKey('files.review.plain.sameSize'),
    WARNING: textKey('files.review.plain.otherSize'),
    NOT_CHECKED: textKey('files.review.plain.sizesNotCompared'),
  },
  software: {
    OK: textKey('files.review.plain.sameControlUnit'),
    WARNING: textKey('files.review.plain.otherControlUnit'),
    NOT_CHECKED: textKey('files.review.plain.controlUnitNotChecked'),
  },
  bytes: {
    OK: textKey('files.review.plain.littleChanged'),
    WARNING: textKey('files.review.plain.muchChanged'),
    NOT_CHECKED: textKey('files.review.plain.changesNotChecked'),
  },
  checksums: {
    OK: textKey('files.review.plain.checksumsRight'),
    WARNING: textKey('files.review.plain.checksumsWrong'),
    NOT_CHECKED: textKey('files.review.plain.checksumsNotChecked'),
  },
  dtcs: {
    OK: textKey('files.review.plain.codesOff'),
    WARNING: textKey('files.review.plain.codesStillOn'),
    NOT_CHECKED: textKey('files.review.plain.codesNotChecked'),
  },
};

/** Returns the sentences of a finding in plain words. */
export function plainSentences(finding: Finding): Label[] {
  const { name, verdict, values = {} } = finding;
  if (name === 'dtcs') return aboutCodes(finding);
  if (name === 'bytes' && verdict === 'WARNING' && values.percent === undefined) {
    return [textKey('files.review.plain.nothingChanged')];
  }
  if (name === 'checksums' && verdict === 'OK' && values.unknown !== undefined) {
    return [
      textKey('files.review.plain.checkedChecksumsRight'),
      textKey('files.review.plain.otherChecksumsNotChecked'),
    ];
  }
  return [PLAIN[name][verdict]];
}

/** Leaves out nothing that was requested: a code that is not listed would be taken for switched off. */
function aboutCodes({ verdict, values = {} }: Finding): Label[] {
  const isPartlyOff = verdict === 'NOT_CHECKED' && Boolean(values.off);
  return [
    isPartlyOff ? textKey('files.review.plain.codesPartlyOff') : PLAIN.dtcs[verdict],
    ...(values.missing ? [textKey('files.review.plain.codesNotFound')] : []),
    ...(values.unread ? [textKey('files.review.plain.codesNotUnderstood')] : []),
  ];
}
