import type { Summary } from '../../../../ecu/summary.ts';
import type { FactName } from '../../../../ecu/fact-names.ts';
import type { ChecksumState, DtcState } from '../../../../ecu/family.ts';

/** More than any control unit holds; the portal accepts no larger file either. */
const MAX_BYTES = 64 * 1024 * 1024;

const find = (id: string) => document.getElementById(id) as HTMLElement;
const hex = (at: number) => `0x${at.toString(16).padStart(6, '0')}`;

function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

const offset = (at: number | null): Node[] => (at === null ? [] : [element('code', hex(at))]);

/** Fills a part of the page, and hides it when it is empty. */
function fill(id: string, lines: readonly HTMLElement[], isShown = lines.length > 0): void {
  find(id).replaceChildren(...lines);
  find(id).closest('section')?.toggleAttribute('hidden', !isShown);
}

function showVerdict(text: string, tone: 'good' | 'bad' | ''): void {
  find('verdict').textContent = text;
  find('verdict').className = tone;
}

function show({ verdict, isRecognised, hint, facts, reasons, checksums, codes, codesNote }: Findings): void {
  showVerdict(verdict, isRecognised ? 'good' : '');
  find('hint').textContent = hint;
  find('hint').hidden = hint === null;
  find('facts').replaceChildren(
    ...facts.flatMap(({ name, value, at }) => {
      const stored = at === null ? [] : [element('span', ' at '), ...offset(at)];
      return [element('dt', name), element('dd', value, ...stored)];
    }),
  );
  fill(
    'reasons',
    reasons.map(({ text, at }) => element('li', text, ' at ', ...offset(at))),
  );
  fill(
    'checksums',
    checksums.map(({ name, state }) => element('li', element('b', `${STATES[state]}: `), name)),
  );
  find('codes-note').textContent = codesNote;
  fill(
    'codes',
    codes.map(({ code, state, at }) =>
      element(
        'tr',
        element('td', element('code', code)),
        element('td', CODE_STATES[state]),
        element('td', ...offset(at)),
      ),
    ),
    codesNote !== null,
  );
}

const STATES = { ok: 'Right', wrong: 'Wrong', unknown: 'Not checked' };
const CODE_STATES = { on: 'ON', off: 'OFF', partial: 'Partly on', unknown: 'Not known' };

function clear(): void {
  for (const id of ['reasons', 'checksums', 'codes']) fill(id, []);
  find('facts').replaceChildren();
  find('hint').hidden = true;
}

/** One worker per file: work on a replaced file stops at once, and a fault does not affect the next file. */
let worker: Worker | null = null;

async function inspect(file: File): Promise<void> {
  worker?.terminate();
  clear();
  if (file.size > MAX_BYTES)
    return showVerdict('Not read: the file is larger than 64 MB, and no control unit is.', 'bad');
  showVerdict(`Reading ${file.name} …`, '');
  const code = new Blob([find('worker').textContent], { type: 'text/javascript' });
  const address = URL.createObjectURL(code);
  const own = (worker = new Worker(address));
  own.addEventListener('message', ({ data }: MessageEvent<Summary>) => {
    show(findingsOf(data));
    own.terminate();
  });
  own.addEventListener('error', () => showVerdict('Not read: this browser could not inspect the file.', 'bad'));
  const bytes = new Uint8Array(await file.arrayBuffer());
  own.postMessage(bytes, [bytes.buffer]);
  URL.revokeObjectURL(address);
}

function start(): void {
  const chooser = find('dump') as HTMLInputElement;
  const inspectFirst = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) inspect(file).catch(() => showVerdict('Not read: the browser could not open the file.', 'bad'));
  };
  chooser.addEventListener('change', () => inspectFirst(chooser.files));
  // Handled for the whole page: dropping a file beside the card would otherwise make the browser leave the page.
  addEventListener('dragover', (event) => {
    event.preventDefault();
    find('drop').classList.add('over');
  });
  addEventListener('dragleave', () => find('drop').classList.remove('over'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    find('drop').classList.remove('over');
    const { files } = event.dataTransfer ?? {};
    // The file input shows the name of a dropped file, too.
    if (files?.length) chooser.files = files;
    inspectFirst(files);
  });
}

start();

/** What the page shows about a file, as texts. */
type Findings = {
  verdict: string;
  isRecognised: boolean;
  /** What the user has to know about the file, above all where the read is in doubt. */
  hint: string | null;
  facts: { name: string; value: string; at: number | null }[];
  reasons: { text: string; at: number }[];
  checksums: { name: string; state: ChecksumState }[];
  codes: { code: string; state: DtcState; at: number | null }[];
  /** Where the codes come from, or why there are none; null if they were not searched for. */
  codesNote: string | null;
};

const FACT_NAMES: Record<FactName, string> = {
  model: 'Control unit',
  vehicleManufacturer: 'Vehicle',
  hardwareNumber: 'Hardware number',
  softwareNumber: 'Software number',
  partNumber: 'Part number',
  softwareId: 'Software',
  softwareVersion: 'Software version',
  dataset: 'Dataset',
  variant: 'Variant',
  engine: 'Engine',
  processor: 'Processor',
};

export function findingsOf(summary: Summary): Findings {
  const { hint, readWarnings, family, checksums } = summary;
  const hints = [...(hint === null ? [] : [hint]), ...readWarnings].map(({ message }) => message);
  return {
    verdict: verdictOf(summary),
    isRecognised: family !== null,
    hint: hints.length === 0 ? null : hints.join(' '),
    facts: factsOf(summary),
    reasons: (family?.evidence ?? []).map(({ reason, at }) => ({ text: reason, at })),
    checksums: (checksums ?? []).map(({ name, state }) => ({ name, state })),
    ...codesOf(summary),
  };
}

function verdictOf({ outcome, fileType, family, facts, candidates }: Summary): string {
  if (family !== null) {
    const model = facts.find(({ name }) => name === 'model')?.value ?? family.models.join(', ');
    return `Recognised: ${family.maker} ${model}.`;
  }
  if (outcome === 'ambiguous') {
    return `Not recognised: it looks like more than one kind of control unit (${candidates.join('; ')}).`;
  }
  return fileType === 'OK'
    ? 'Not recognised: this looks like the memory of a control unit that is not known yet.'
    : `Not recognised: ${fileType}.`;
}

function factsOf({ facts, form, sizeBytes, percentCovered, parts }: Summary): Findings['facts'] {
  return [
    ...facts.map(({ name, value, at, strength }) => ({
      name: FACT_NAMES[name],
      value,
      at: strength === 'implied' ? null : at,
    })),
    { name: 'Size', value: `${sizeBytes} bytes`, at: null },
    ...(percentCovered === null
      ? []
      : [{ name: 'Covered by known checksums', value: `${percentCovered} % of the file`, at: null }]),
    ...(parts === null ? [] : [{ name: 'Parts', value: parts.message, at: null }]),
    ...(form === 'as it is' ? [] : [{ name: 'Form', value: form, at: null }]),
  ];
}

function codesOf({ dtcs }: Summary): Pick<Findings, 'codes' | 'codesNote'> {
  if (dtcs === null) return { codes: [], codesNote: null };
  if (dtcs.outcome === 'not found') return { codes: [], codesNote: dtcs.reason.message };
  return {
    codes: dtcs.rows,
    codesNote: dtcs.notSwitchable?.message ?? `Confirmed by: ${dtcs.confirmedBy.join('; ')}.`,
  };
}
