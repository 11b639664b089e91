import { type Findings, findingsOf } from './findings.ts';
import type { Summary } from '../../../../ecu/summary.ts';

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
