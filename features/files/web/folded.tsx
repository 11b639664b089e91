import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldedProps = { title: string; note?: string; onOpen?: () => void; children: ReactNode };

/** A part of a card that is looked up now and then: only its title, and a note on it, stand there until it is opened. */
export function Folded({ title, note, onOpen, children }: FoldedProps) {
  return (
    <details className="group" onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary className="flex min-h-control cursor-pointer items-center gap-2 px-4">
        <ChevronRight size={16} className="shrink-0 transition-transform duration-150 group-open:rotate-90" />
        <h2 className="text-body">{title}</h2>
        {note && <span className="ml-auto text-text2">{note}</span>}
      </summary>
      {children}
    </details>
  );
}
