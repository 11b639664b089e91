import type { Identification } from '../identification.calls.ts';
import { controlUnitText } from '../identification.rules.ts';

/** The numbers by which a workshop knows a control unit. */
const NUMBERS: readonly string[] = ['hardwareNumber', 'softwareNumber', 'partNumber'];

/** The control unit that was recognised, with its numbers; nothing where none was. */
export function ControlUnitName({ identification }: { identification: Identification }) {
  const name = controlUnitText(identification);
  if (name === null) return null;
  const numbers = identification.facts.filter((fact) => NUMBERS.includes(fact.name)).map(({ value }) => value);
  return (
    <p className="wrap-anywhere">
      <span className="block text-lead font-strong">{name}</span>
      <span className="font-mono text-small text-text2">{numbers.join(' · ')}</span>
    </p>
  );
}
