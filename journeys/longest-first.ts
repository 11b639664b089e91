import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Take a minute or more. Without an earlier run to go by, Vitest would start them late, because their files are short. */
const MAX_LENGTH = [
  'screens.spec.ts',
  'widths.spec.ts',
  'file-page.spec.ts',
  'offline.spec.ts',
  'languages.spec.ts',
  'dtc-off.spec.ts',
];

function rankTest({ moduleId }: TestSpecification): number {
  const place = MAX_LENGTH.indexOf(basename(moduleId));
  return place < 0 ? MAX_LENGTH.length : place;
}

/** Starts the longest journeys first, so that at the end no worker is alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankTest(one) - rankTest(other));
  }
}
