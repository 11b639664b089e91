import { compareMapsByOne } from '../../../../ecu/definitions/compare-maps.ts';
import type { MapComparison } from '../../../../ecu/definitions/compare-maps.ts';
import { readDefinitions } from '../../../../ecu/definitions/read-definition.ts';
import { isSentence } from '../../../../ecu/sentence.ts';
import type { Sentence } from '../../../../ecu/sentence.ts';

export type MapsRequest = { before: Uint8Array; after: Uint8Array; definitions: readonly Uint8Array[] };

/** Reads a definition of the user, and names the maps in which two files differ; or says why it cannot. */
export function nameMaps({ before, after, definitions }: MapsRequest): MapComparison | Sentence {
  const read = readDefinitions(definitions);
  return isSentence(read) ? read : compareMapsByOne(read, before, after);
}
