// The program of the threads that read ECU files.
import { serveWork } from '../../../../server/threads/serve-work.ts';
import { work } from './work.ts';
import { edc16Sample, med17Sample } from '../../../../ecu/samples/index.ts';
import { analyseFile } from './analyse-file.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';

/** A big-endian and a little-endian memory: between them they cover most of the code that other families use. */
const SAMPLES = [edc16Sample, med17Sample];

/**
 * Does the usual work on built files: code that has run once is compiled, so the first real file does not wait for
 * that.
 */
async function warmUp(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const build of SAMPLES) {
    const bytes = build();
    const codes = analyseFile({ bytes })
      .rows.filter(({ status }) => status === 'ON')
      .slice(0, 1)
      .map(({ dtc }) => dtc);
    const { outcome } = await switchOffWithEvidence({ bytes, codes });
    outcomes.push(outcome);
  }
  return outcomes;
}

void serveWork(work, warmUp);
