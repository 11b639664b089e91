import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { CheckboxCard } from '../../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { SkeletonCards } from '../../../../web/ui/skeleton-shapes.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import type { Solution, SolutionType } from '../../../catalogue/catalogue.calls.ts';
import { useSolutions } from '../../../catalogue/web/catalogue.api.ts';
import { isDtcOff } from './solution-choice.tsx';

type SolutionPickerProps = {
  chosen: readonly Solution[];
  onToggle: (solution: Solution) => void;
  error: string | undefined;
  /** Shown below DTC OFF when it is chosen. */
  dtcField: ReactNode;
};

/** At most one TUNING and any number of OPTIONs; usable before a file is chosen, so that prices can be compared. */
export function SolutionPicker({ chosen, onToggle, error, dtcField }: SolutionPickerProps) {
  const { data: solutions, isError, refetch } = useSolutions();
  if (solutions === undefined) {
    return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonCards cards={6} />;
  }
  const group = { solutions, chosen, onToggle, dtcField };
  return (
    <div className="grid gap-6">
      {error !== undefined && <FieldError sentence={error} />}
      <Group
        {...group}
        type="TUNING"
        label={t('files.upload.solutions.tuning')}
        hint={t('files.upload.solutions.tuningHint')}
        empty={t('files.upload.solutions.tuningEmpty')}
      />
      <Group
        {...group}
        type="OPTION"
        label={t('files.upload.solutions.option')}
        hint={t('files.upload.solutions.optionHint')}
        empty={t('files.upload.solutions.optionEmpty')}
      />
    </div>
  );
}

/** Framed by arrows that are not part of the sentence (G-39). */
function FieldError({ sentence }: { sentence: string }) {
  return (
    <p
      role="alert"
      tabIndex={-1}
      data-complaint
      className="flex items-center justify-center gap-3 rounded-control bg-red-bg px-4 py-3 text-center font-strong text-red-fg"
    >
      <ArrowDown size={20} className="shrink-0" />
      <span>{sentence}</span>
      <ArrowDown size={20} className="shrink-0" />
    </p>
  );
}

type GroupProps = Omit<SolutionPickerProps, 'error'> & {
  solutions: readonly Solution[];
  type: SolutionType;
  label: string;
  hint: string;
  empty: string;
};

function Group({ solutions, type, label, hint, empty, chosen, onToggle, dtcField }: GroupProps) {
  const offered = solutions.filter((solution) => solution.type === type);
  if (offered.length === 0) {
    return (
      <Field group label={label}>
        <p className="text-body text-text2">{empty}</p>
      </Field>
    );
  }
  return (
    <Field group label={label} hint={hint}>
      <div className="grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(100%,max(14rem,40%)),1fr))] gap-3">
        {offered.map((solution) => {
          const isChosen = chosen.includes(solution);
          return (
            <SolutionCard key={solution.id} solution={solution} isChosen={isChosen} onToggle={() => onToggle(solution)}>
              {isDtcOff(solution) && isChosen && dtcField}
            </SolutionCard>
          );
        })}
      </div>
    </Field>
  );
}

type SolutionCardProps = {
  solution: Solution;
  isChosen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

function SolutionCard({ solution, isChosen, onToggle, children }: SolutionCardProps) {
  const { name, code, credits, type, image_url } = solution;
  const isRadio = type === 'TUNING';
  return (
    <>
      <CheckboxCard
        kind={isRadio ? 'radio' : 'checkbox'}
        name={isRadio ? 'tuning' : undefined}
        title={name}
        subline={code}
        price={`${credits} CRS`}
        image={image_url ?? undefined}
        checked={isChosen}
        onChange={onToggle}
        // A browser fires no event when a chosen radio button is pressed again, which deselects it here.
        onClick={isRadio && isChosen ? onToggle : undefined}
        onKeyUp={(event) => {
          if (event.key !== ' ' || !isRadio || !isChosen) return;
          event.preventDefault();
          onToggle();
        }}
      />
      {children}
    </>
  );
}
