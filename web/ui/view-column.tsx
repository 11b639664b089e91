import { t } from '../text.ts';
import { ButtonLink } from './button.tsx';
import type { Column } from './table-column.ts';

/** The last column of a list: to the page of the row. `nameOf`: what the link is called where it is read out. */
export const viewColumn = <Row,>(addressOf: (row: Row) => string, nameOf: (row: Row) => string): Column<Row> => ({
  key: 'view',
  header: t('common.view'),
  actions: true,
  isRowLink: true,
  align: 'right',
  cell: (row) => (
    <ButtonLink small to={addressOf(row)} aria-label={nameOf(row)}>
      {t('common.view')}
    </ButtonLink>
  ),
});
