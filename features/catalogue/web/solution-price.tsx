import { useRef, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import type { Solution } from '../catalogue.calls.ts';
import type { PriceFormProps } from './price-form.tsx';

const PriceForm = lazyDialog<PriceFormProps>(async () => (await import('./price-form.tsx')).PriceForm);

/** The price in a row of the catalogue, which a press turns into a field: Enter saves it, Esc leaves it as it was. */
export function SolutionPrice({ solution }: { solution: Solution }) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    setTimeout(() => button.current?.focus());
  };
  const label = t('catalogue.priceLabel', { name: solution.name });
  if (isEditing) return <PriceForm open solution={solution} label={label} onClose={close} />;
  return (
    <Button
      ref={button}
      small
      variant="quiet"
      aria-label={`${solution.credits}, ${label}`}
      title={label}
      className="relative z-1 -mr-2.5"
      onClick={() => setEditing(true)}
    >
      {solution.credits}
    </Button>
  );
}
