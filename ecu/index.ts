export { compareMaps, compareMapsByOne } from './definitions/compare-maps.ts';
export type { ChangedCell, ChangedMap, MapComparison } from './definitions/compare-maps.ts';
export type { Definition, DefinitionFormat, LeftOut, MapDefinition } from './definitions/definition.ts';
export { readDefinitions } from './definitions/read-definition.ts';
export { loadDescriptions } from './dtc/descriptions.ts';
export type { DescribeDtc, DescribeOptions, DescriptionSource, DtcDescription } from './dtc/descriptions.ts';
export { findPhraseLanguage, phraseLanguages } from './dtc/phrases/phrase.ts';
export type { PhraseLanguage } from './dtc/phrases/phrase.ts';
export { contentOf, countSame, estimateAlike, fingerprint, fingerprintBytes, readContent } from './fingerprint.ts';
export type { Alike, Content } from './fingerprint.ts';
export { findEmissionReason, emissionReasons } from './dtc/emission.ts';
export type { EmissionReason } from './dtc/emission.ts';
export { codesOfFunction, dtcFunctions, findDtcFunctions } from './dtc/functions.ts';
export type { DtcFunction } from './dtc/functions.ts';
export { listGenericCodes, scanForCodes } from './dtc/generic-scan.ts';
export type { ScanResult } from './dtc/generic-scan.ts';
export { readReport } from './dtc/report.ts';
export type { Report, ReportedCode } from './dtc/report.ts';
export { families } from './families.ts';
export { enoughPoints, scoreCandidate } from './identify.ts';
export type {
  Change,
  Checksum,
  ChecksumState,
  DtcListing,
  DtcRow,
  DtcState,
  Evidence,
  Fact,
  FactPlace,
  Facts,
  Family,
  Strength,
} from './family.ts';
export type { FactName } from './fact-names.ts';
export type { Form } from './forms.ts';
export type { FileType } from './gate.ts';
export type { Candidate, Identification } from './identify.ts';
export { inspect } from './inspect.ts';
export type { Inspection } from './inspect.ts';
export { analyse, listReadNotes } from './analyse.ts';
export type { Analysis } from './analyse.ts';
export { findOffPaths } from './off-paths.ts';
export { listAllChecksums, namesOfWrong } from './copies.ts';
export { compare } from './compare.ts';
export type { Comparison, Region, RegionKind } from './compare.ts';
export { review, stripCells } from './review.ts';
export type { Named, Review, ReviewedChecksum, ReviewedCode } from './review.ts';
export { sentence } from './sentence.ts';
export type { Sentence, SentenceCode } from './sentence.ts';
export { switchOffInFile, tryToSwitchOff } from './switch-off-file.ts';
export type { SwitchedOffFile } from './switch-off-file.ts';
export { readingOf } from './reading.ts';
export type { Reading } from './reading.ts';
export { switchOff, switchOffIn } from './switch-off.ts';
export type { RefusalKind, Refused, SwitchedOff, SwitchOffOptions } from './switch-off.ts';
export { summarise, summariseAnalysis } from './summary.ts';
export type { SummarisedChecksum, SummarisedDtc, SummarisedDtcs, SummarisedFact, Summary } from './summary.ts';
