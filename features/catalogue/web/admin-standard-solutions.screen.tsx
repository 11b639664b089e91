import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { invalidText, t, wordText } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import {
  AddStandardSolutions,
  type Prices,
  SOLUTION_TYPES,
  type StandardSolution,
  checkPrices,
  drawingOf,
  listMissingSolutions,
  pricedOf,
  withAmounts,
} from '../standard-solutions.ts';
import { useAddStandardSolutions, useSolutions } from './catalogue.api.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import type { SolutionType } from '../catalogue.calls.ts';

const LIST = '/admin/solutions';

/** What most shops offer, to be priced in one form. What the catalogue already has is left out and stays as it is. */
export default function AdminStandardSolutions() {
  const { data, isError, isFetching, refetch } = useSolutions();
  return (
    <>
      <PageHeader title={t('catalogue.standard.title')} subline={t('catalogue.standard.hint')} />
      {data ? (
        <Missing missing={listMissingSolutions(data)} />
      ) : (
        <Card>
          {isError && !isFetching ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
        </Card>
      )}
    </>
  );
}

function Missing({ missing }: { missing: StandardSolution[] }) {
  if (missing.length > 0) return <PriceForm missing={missing} />;
  return (
    <Card>
      <EmptyState
        text={t('catalogue.standard.empty')}
        art="ledger"
        action={<ButtonLink to={LIST}>{t('common.solutionPrice')}</ButtonLink>}
      />
    </Card>
  );
}

function PriceForm({ missing }: { missing: StandardSolution[] }) {
  const [prices, setPrices] = useState<Prices>({});
  const [errors, setErrors] = useState<Prices>({});
  const add = useAddStandardSolutions();
  const navigate = useNavigate();
  const priced = pricedOf(prices);
  const { release } = useUnsavedGuard(priced.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkPrices(AddStandardSolutions, priced, invalidText);
    setErrors(found);
    if (Object.keys(found).length > 0 || add.isPending) return;
    add.mutate(withAmounts(priced), {
      onSuccess: ({ added }) => {
        toast.show(t('catalogue.standard.added', { count: added.length }));
        release();
        void navigate(LIST);
      },
    });
  };
  const change = (code: string, price: string) => {
    setPrices((before) => ({ ...before, [code]: price }));
    setErrors({});
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Alert kind="warning">{t('catalogue.standard.emissionHint')}</Alert>
      {SOLUTION_TYPES.map((type) => (
        <StandardSolutionRows
          key={type}
          type={type}
          solutions={missing.filter((solution) => solution.type === type)}
          prices={prices}
          errors={errors}
          onChange={change}
        />
      ))}
      {errors.all && <Alert kind="danger">{errors.all}</Alert>}
      {add.isError && <Alert kind="danger">{messageFor(add.error, t('catalogue.addFailed'))}</Alert>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <ButtonLink to={LIST}>{t('common.cancel')}</ButtonLink>
        <Button type="submit" variant="primary" busy={add.isPending} busyText={t('common.saving')}>
          {t('catalogue.standard.addButton')}
        </Button>
      </div>
    </form>
  );
}

type RowsProps = {
  type: SolutionType;
  solutions: readonly StandardSolution[];
  prices: Prices;
  errors: Prices;
  onChange: (code: string, price: string) => void;
};

/** The solutions of one type, each with a price; the keyboard moves from one price to the next. */
function StandardSolutionRows({ type, solutions, ...rest }: RowsProps) {
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
