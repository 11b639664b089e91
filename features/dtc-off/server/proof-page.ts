import { escapeHtml } from '../../../server/html/sanitise.ts';
import type { Texts } from '../../../server/texts.ts';
import { DECLARED_USES, EMISSION_REASONS } from '../dtc-words.rules.ts';
import { textKey } from '../../../contract/texts.ts';
import type { Proof, ProofStatement } from '../proof.calls.ts';

/**
 * Renders the proof as a page for printing, for people, in the reader's language. Machines check the JSON next to it,
 * whose own words, such as the evidence for a family, stay as they were signed. Names and facts come from the
 * customer's own bytes.
 */
export function printProof({ statement, signature }: Proof, fingerprint: string, texts: Texts): string {
  const { t, language } = texts;
  const [file, reference] = [escapeHtml(statement.output.file_name), escapeHtml(statement.reference)];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('proof.tabTitle', { file, reference })}</title>
<style>${STYLE}</style>
<h1>${t('proof.title', { file })}</h1>
${facts([
  [t('proof.proof'), statement.reference],
  [t('proof.made'), `${statement.made_at.slice(0, 19).replace('T', ' ')} UTC`],
  [t('proof.portal'), statement.portal],
  [t('proof.declaredUse'), usageText(statement.declared_use, texts)],
])}
${files(statement, texts)}
${controlUnit(statement, texts)}
${repairs(statement.checksum_repairs ?? [], texts)}${codes(statement, texts)}
${checksums(statement, texts)}
${statement.warnings.length === 0 ? '' : `<h2>${t('proof.toKnow')}</h2>${list(statement.warnings)}`}
<h2>${t('proof.signature')}</h2>
${facts([
  [t('proof.algorithm'), signature.algorithm],
  [t('proof.publicKey'), signature.public_key],
  [t('proof.fingerprint'), fingerprint],
  [t('proof.signature'), signature.value],
])}
<p>${t('proof.signed')}</p>
</html>
`;
}

const files = (statement: ProofStatement, { t }: Texts): string => `<h2>${t('proof.files')}</h2>
${table(
  ['', t('proof.name'), t('proof.bytes'), 'SHA-256'],
  (['input', 'output'] as const).map((which) => [
    t(which === 'input' ? 'proof.original' : 'proof.generated'),
    statement[which].file_name,
    statement[which].size_bytes,
    statement[which].sha256,
  ]),
)}
<p>${t('proof.bytesChanged', { count: statement.bytes_changed, outside: statement.bytes_changed_outside })}
${statement.form === 'as it is' ? t('proof.readAsIs') : t('proof.readAs', { form: escapeHtml(statement.form) })}</p>`;

const controlUnit = ({ control_unit }: ProofStatement, { t }: Texts): string => `<h2>${t('proof.controlUnit')}</h2>
${table(
  [t('proof.what'), t('proof.value'), t('proof.at')],
  [
    [t('proof.family'), `${control_unit.maker} ${control_unit.family}`, ''],
    ...control_unit.facts.map(({ name, value, at }) => [inWords(name), value, hex(at)]),
  ],
)}
${list(control_unit.evidence.map(({ because, at }) => `${because} (${hex(at)})`))}`;

const BEFORE_AND_AFTER = [textKey('proof.before'), textKey('proof.after')];
const BYTES = [textKey('proof.bytesBefore'), textKey('proof.bytesAfter')];

const codes = (statement: ProofStatement, texts: Texts): string => {
  const { t } = texts;
  const confirmed = escapeHtml(statement.table.confirmed_by.join('; '));
  const columnTexts = [
    textKey('proof.code'),
    ...BEFORE_AND_AFTER,
    textKey('proof.emissions'),
    textKey('proof.at'),
    ...BYTES,
  ];
  return `<h2>${t('proof.codes')}</h2>
<p>${t('proof.table', { at: hex(statement.table.at), confirmed })}</p>
${table(
  columnTexts.map((name) => t(name)),
  statement.codes.flatMap((code) => linesOfCode(code, texts)),
)}`;
};

const checksums = (statement: ProofStatement, texts: Texts): string => {
  const { t } = texts;
  const columnTexts = [textKey('proof.name'), textKey('proof.at'), ...BEFORE_AND_AFTER, ...BYTES];
  return `<h2>${t('proof.checksums')}</h2>
${table(
  columnTexts.map((name) => t(name)),
  statement.checksums.map((checksum) => lineOfChecksum(checksum, texts)),
)}`;
};

const STYLE =
  'body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:62rem;color:#111;background:#fff}' +
  'h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:1.75rem}.wide{overflow-x:auto}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:break-word}th{background:#eee}dt{font-weight:600}dd{margin:0 0 .5rem;' +
  'overflow-wrap:anywhere}@media print{body{margin:0;max-width:none}tr{break-inside:avoid}}';

const hex = (at: number): string => `0x${at.toString(16).toUpperCase()}`;

/** Turns softwareNumber into Software number. */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

const facts = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `<div class="wide"><table><thead><tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const list = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;

function usageText(use: string | null, { t }: Texts): string {
  const declared = DECLARED_USES.find((one) => one.use === use);
  return t(declared === undefined ? 'proof.noUse' : declared.sentence);
}

/** Proofs made before the reason was recorded contain only yes or no. */
function reasonText({ emission, emission_reason }: ProofStatement['codes'][number], { t }: Texts): string {
  const word = t(emission ? 'proof.yes' : emission_reason === 'unknown' ? 'proof.notKnown' : 'proof.no');
  const reason = EMISSION_REASONS.find((one) => one.reason === emission_reason);
  return reason === undefined ? word : t('proof.reason', { word, reason: t(reason.sentence) });
}

function linesOfCode(code: ProofStatement['codes'][number], texts: Texts): string[][] {
  const { t } = texts;
  const words = [
    code.chosen ? code.code : t('proof.goesAlong', { code: code.code }),
    code.state_before,
    code.state_after,
    reasonText(code, texts),
  ];
  // Without a cell in the first copy of the memory, the code was on in another copy alone.
  if (code.cells.length === 0) return [[...words, '', '', '']];
  return code.cells.map(({ at, before, after }, index) => [
    ...(index === 0 ? words : words.map(() => '')),
    hex(at),
    before,
    after,
  ]);
}

/** The step before all others; empty where it was not needed. */
const repairs = (cells: NonNullable<ProofStatement['checksum_repairs']>, { t }: Texts): string =>
  cells.length === 0
    ? ''
    : `<h2>${t('proof.correctedFirst')}</h2>
<p>${t('proof.correctedNote')}</p>
${table(
  [t('proof.checksum'), t('proof.at'), t('proof.bytesBefore'), t('proof.bytesAfter')],
  cells.map(({ name, at, before, after }) => [name, hex(at), before, after]),
)}
`;

/** The bytes of a signature are long and mean little to a reader. */
const short = (text: string): string => (text.length > 32 ? `${text.slice(0, 32)}…` : text);

const lineOfChecksum = (
  { name, kind, cells_at, before, after }: ProofStatement['checksums'][number],
  { t }: Texts,
): string[] => [
  kind === 'signature' ? t('proof.isSignature', { name }) : name,
  cells_at.map(({ at }) => hex(at)).join(' '),
  before.state,
  after.state,
  short(before.cells.join(' ')),
  short(after.cells.join(' ')),
];
