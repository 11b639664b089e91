import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Column } from '../ui/table-column.ts';
import { keep, readStored } from './stored-choice.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The columns of a list that were chosen on this device. The headline and the buttons are always shown. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const name = `columns:${list}`;
  const [left, setLeft] = useState<readonly string[]>(() => readStored(name, isTexts) ?? []);
  const toggle = (key: string) => {
    const next = left.includes(key) ? left.filter((one) => one !== key) : [...left, key];
    setLeft(next);
    keep(name, next);
  };
  const choices = columns.filter((column) => column.priority !== 1 && !column.actions);
  return {
    columns: useMemo(() => columns.filter(({ key }) => !left.includes(key)), [columns, left]),
    menu: <ColumnMenu choices={choices} left={left} onToggle={toggle} />,
  };
}

type ColumnMenuProps = {
  choices: readonly { key: string; header: string }[];
  left: readonly string[];
  onToggle: (key: string) => void;
};

function ColumnMenu({ choices, left, onToggle }: ColumnMenuProps) {
  const items = choices.map(({ key, header }) => ({
    text: left.includes(key)
      ? t('common.list.showColumn', { column: header })
      : t('common.list.hideColumn', { column: header }),
    onSelect: () => onToggle(key),
  }));
  return (
    // Hidden on phones, whose rows of two lines have no columns.
    <div className="max-sm:hidden">
      <Menu trigger={<Button icon={<Columns3 />}>{t('common.list.columns')}</Button>} items={items} />
    </div>
  );
}
