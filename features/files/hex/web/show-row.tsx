import { clsx } from 'clsx';

type ShowRowProps = {
  children: string;
  /** What the row's button does, for screen readers. */
  label: string;
  onShow: () => void;
  isMono?: boolean;
};

/** The cell of a table that shows more of its row. */
export const ShowRow = ({ children, label, onShow, isMono = false }: ShowRowProps) => (
  <button
    type="button"
    className={clsx(
      'min-h-8 min-w-control text-left text-link underline underline-offset-3 coarse:min-h-control',
      isMono && 'font-mono',
    )}
    aria-label={label}
    onClick={onShow}
  >
    {children}
  </button>
);
