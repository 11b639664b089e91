import { Tabs as Radix } from 'radix-ui';
import { useCallback, type ReactNode } from 'react';

export type Tab = { value: string; label: ReactNode; content: ReactNode };

export type TabsProps = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** Arrow keys only move the focus, for tabs whose change may ask for confirmation. */
  isManual?: boolean;
};

export function Tabs({ label, tabs, value, defaultValue, onChange, isManual }: TabsProps) {
  // On a phone, not all tabs fit, so the open one is scrolled into view.
  const showActive = useCallback((list: HTMLElement | null) => {
    const active = list?.querySelector<HTMLElement>('[data-state=active]');
    if (list && active)
      list.scrollLeft = active.offsetLeft - list.offsetLeft - (list.clientWidth - active.offsetWidth) / 2;
  }, []);
  return (
    <Radix.Root
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={onChange}
      activationMode={isManual ? 'manual' : 'automatic'}
    >
      <Radix.List
        ref={showActive}
        aria-label={label}
        className="mb-4 flex gap-x-1 overflow-x-auto border-b sm:flex-wrap"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={
              'min-h-control min-w-min rounded-t-control border-b-2 border-transparent px-2 text-small -outline-offset-3 font-strong sm:px-3 sm:text-body ' +
              'text-text2 hover:text-text data-[state=active]:border-accent data-[state=active]:text-text ' +
              'forced-colors:border-[color:Canvas] forced-colors:data-[state=active]:border-[color:Highlight]'
            }
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-control">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
