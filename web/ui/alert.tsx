import { clsx } from 'clsx';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';

export type AlertKind = 'info' | 'warning' | 'danger' | 'success';

const looks = {
  info: { Icon: Info, colour: 'border-blue-solid bg-blue-bg text-blue-fg' },
  warning: { Icon: TriangleAlert, colour: 'border-yellow-solid bg-yellow-bg text-yellow-fg' },
  danger: { Icon: CircleX, colour: 'border-red-solid bg-red-bg text-red-fg' },
  success: { Icon: CircleCheck, colour: 'border-green-solid bg-green-bg text-green-fg' },
};

export type AlertProps = {
  kind?: AlertKind;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link below the text. */
  action?: ReactNode;
  onClose?: () => void;
};

/** A `danger` alert interrupts a screen reader; the other kinds wait for their turn. */
export function Alert({ kind = 'info', title, children, action, onClose }: AlertProps) {
  const { Icon, colour } = looks[kind];
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-3 rounded-control border-l-4 px-4 py-3 text-body', colour)}
    >
      <Icon size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-strong">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
      {onClose && (
        <button
          type="button"
          aria-label={t('common.close')}
          onClick={onClose}
          className="-my-2.5 -mr-3 grid size-control shrink-0 place-items-center rounded-control"
        >
          <X size={18} />
        </button>
      )}
    </div>
  );
}
