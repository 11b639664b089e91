import { escapeHtml } from '../../../server/html/escape.ts';
import { DECLARED_USES } from '../declared-use.list.ts';
import { EMISSION_REASONS } from '../emission-reason.list.ts';
import type { Proof, ProofStatement } from '../proof.contract.ts';
import { englishText } from '../../texts.ts';

/**
 * The proof as a page to print: what people look at. What a machine checks is the JSON beside it. Names and facts come
 * out of the customer's own bytes.
 */
export function printProof({ statement, signature }: Proof, fingerprint: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(statement.output.file_name)} · proof ${escapeHtml(statement.reference)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(statement.output.file_name)} · proof of a DTC OFF file</h1>
${facts([
  ['Proof', statement.reference],
  ['Made', `${statement.made_at.slice(0, 19).replace('T', ' ')} UTC`],
  ['Portal', statement.portal],
  ['Declared use', usageText(statement.declared_use)],
])}
${files(statement)}${controlUnit(statement)}${repairs(statement.checksum_repairs ?? [])}<h2>Codes</h2>
<p>The table is at ${hex(statement.table.at)}: ${escapeHtml(statement.table.confirmed_by.join('; '))}.</p>
${table(
  ['Code', 'Before', 'After', 'Concerns emissions', 'At', 'Bytes before', 'Bytes after'],
  statement.codes.flatMap(linesOfCode),
)}
<h2>Checksums</h2>
${table(['Name', 'At', 'Before', 'After', 'Bytes before', 'Bytes after'], statement.checksums.map(lineOfChecksum))}
${statement.warnings.length === 0 ? '' : `<h2>To know</h2><ul>${statement.warnings.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`}
<h2>Signature</h2>
${facts([
  ['Algorithm', signature.algorithm],
  ['Public key', signature.public_key],
  ['Fingerprint', fingerprint],
  ['Signature', signature.value],
])}
<p>The signature is over the JSON form of this proof. The page verify.html of the portal checks it, and the files with
it, without a network.</p>
</html>
`;
}

const files = (statement: ProofStatement): string => `<h2>Files</h2>
${table(
  ['', 'Name', 'Bytes', 'SHA-256'],
  (['input', 'output'] as const).map((which) => [
    which === 'input' ? 'Original' : 'Generated',
    statement[which].file_name,
    statement[which].size_bytes,
    statement[which].sha256,
  ]),
)}
<p>${statement.bytes_changed} bytes changed, ${statement.bytes_changed_outside} of them outside the cells listed here.
The file was read ${statement.form === 'as it is' ? 'as it is' : `as: ${escapeHtml(statement.form)}; offsets are of that form`}.</p>
`;

const controlUnit = ({ control_unit }: ProofStatement): string => `<h2>Control unit</h2>
${table(
  ['What', 'Value', 'At'],
  [
    ['Family', `${control_unit.maker} ${control_unit.family}`, ''],
    ...control_unit.facts.map(({ name, value, at }) => [inWords(name), value, hex(at)]),
  ],
)}
<ul>${control_unit.evidence.map(({ because, at }) => `<li>${escapeHtml(because)} (${hex(at)})</li>`).join('')}</ul>
`;

const STYLE =
  'body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:62rem;color:#111;background:#fff}' +
  'h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:1.75rem}.wide{overflow-x:auto}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:break-word}th{background:#eee}dt{font-weight:600}dd{margin:0 0 .5rem;' +
  'overflow-wrap:anywhere}@media print{body{margin:0;max-width:none}tr{break-inside:avoid}}';

const hex = (at: number): string => `0x${at.toString(16).toUpperCase()}`;

/** softwareNumber becomes Software number. */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (mail) => ` ${mail.toLowerCase()}`);

const facts = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `<div class="wide"><table><thead><tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

function usageText(use: string | null): string {
  const declared = DECLARED_USES.find((one) => one.use === use);
  return declared === undefined ? 'None was asked for: no code concerns emissions.' : englishText(declared.sentence);
}

/** Proofs that were made before the reason was recorded hold yes or no. */
function reasonText({ emission, emission_reason }: ProofStatement['codes'][number]): string {
  const word = emission ? 'yes' : emission_reason === 'unknown' ? 'not known' : 'no';
  const reason = EMISSION_REASONS.find((one) => one.reason === emission_reason);
  return reason === undefined ? word : `${word}: ${englishText(reason.sentence)}`;
}

function linesOfCode(code: ProofStatement['codes'][number]): string[][] {
  const words = [
    code.chosen ? code.code : `${code.code} (goes off with a chosen one)`,
    code.state_before,
    code.state_after,
    reasonText(code),
  ];
  return code.cells.map(({ at, before, after }, index) => [
    ...(index === 0 ? words : words.map(() => '')),
    hex(at),
    before,
    after,
  ]);
}

/** The step before all others; nothing where it was not needed. */
const repairs = (cells: NonNullable<ProofStatement['checksum_repairs']>): string =>
  cells.length === 0
    ? ''
    : `<h2>Corrected first</h2>
<p>These checksums were wrong in the original. They were corrected before any code was switched off; the checksums below
are compared between the original and the generated file.</p>
${table(
  ['Checksum', 'At', 'Bytes before', 'Bytes after'],
  cells.map(({ name, at, before, after }) => [name, hex(at), before, after]),
)}
`;

/** A signature's bytes are long and mean little to a reader. */
const short = (text: string): string => (text.length > 32 ? `${text.slice(0, 32)}…` : text);

const lineOfChecksum = ({ name, kind, cells_at, before, after }: ProofStatement['checksums'][number]): string[] => [
  kind === 'signature' ? `${name} (signature)` : name,
  cells_at.map(({ at }) => hex(at)).join(' '),
  before.state,
  after.state,
  short(before.cells.join(' ')),
  short(after.cells.join(' ')),
];
