import { textKey } from '../../contract/texts.ts';

/**
 * Where the meaning shown for a code comes from: a short name for the list and the sentence behind it. The screen
 * translates both.
 */
export const DESCRIPTION_SOURCES = [
  {
    source: 'standard',
    name: textKey('dtc-off.describedByStandard'),
    sentence: textKey('dtc-off.standardDefinesCode'),
  },
  {
    source: 'manufacturer',
    name: textKey('dtc-off.describedByManufacturer'),
    sentence: textKey('dtc-off.makerDefinesCode'),
  },
  {
    source: 'same entry',
    name: textKey('dtc-off.describedBySameEntry'),
    sentence: textKey('dtc-off.meaningByFaultPath'),
  },
  {
    source: 'operator',
    name: textKey('dtc-off.describedByOperator'),
    sentence: textKey('dtc-off.operatorDescribesCode'),
  },
] as const;
