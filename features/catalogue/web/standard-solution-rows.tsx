import { useId } from 'react';
import { t, wordText } from '../../../web/languages/text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { SolutionType } from '../catalogue.calls.ts';
import type { StandardSolution } from '../standard-solutions.ts';
import { drawingOf } from '../standard-solutions.rules.ts';
import type { Prices } from '../standard-prices.rules.ts';

type RowsProps = {
  type: SolutionType;
  solutions: readonly StandardSolution[];
  prices: Prices;
  errors: Prices;
  onChange: (code: string, price: string) => void;
};

/** The solutions of one type, each with a price; the keyboard moves from one price to the next. */
export function StandardSolutionRows({ type, solutions, ...rest }: RowsProps) {
  if (solutions.length === 0) return null;
  return (
    <Card flush title={wordText(type)}>
      <ul className="divide-y">
        {solutions.map((solution) => (
          <Row key={solution.code} solution={solution} {...rest} />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = Pick<RowsProps, 'prices' | 'errors' | 'onChange'> & { solution: StandardSolution };

function Row({ solution, prices, errors, onChange }: RowProps) {
  const id = useId();
  const { name, code, isEmission } = solution;
  const error = errors[code];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <img src={drawingOf(solution)} alt="" width="28" height="28" className="size-7 shrink-0" />
      <label htmlFor={id} className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-body font-strong">
        {name}
        {isEmission && <Badge tone="yellow">{t('catalogue.standard.emissionBadge')}</Badge>}
      </label>
      <span className="flex shrink-0 items-center gap-2">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className="control w-24 text-right"
          value={prices[code] ?? ''}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => onChange(code, target.value)}
        />
        <span aria-hidden="true" className="text-small text-text2">
          CRS
        </span>
      </span>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="w-full text-right text-small text-red-fg">
          {error}
        </p>
      )}
    </li>
  );
}
