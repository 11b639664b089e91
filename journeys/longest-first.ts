import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take minutes. Without a run before it, Vitest would start them late, because their files are short. */
const LONGEST = ['screens.spec.ts', 'widths.spec.ts', 'file-page.spec.ts', 'offline.spec.ts', 'languages.spec.ts'];

/** Starts the longest journeys first, so that at the end no worker is alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.includes(basename(moduleId));
    const place = ({ moduleId }: TestSpecification) => LONGEST.indexOf(basename(moduleId));
    return [
      ...others.filter(isLong).toSorted((one, other) => place(one) - place(other)),
      ...others.filter((file) => !isLong(file)),
    ];
  }
}
