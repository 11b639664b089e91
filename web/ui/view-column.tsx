import { t } from '../languages/text.ts';
import { ButtonLink } from './button.tsx';
import type { Column } from './table-column.ts';

/** The last column of a list, with a link to the row's page. `nameOf` returns the link's accessible name. */
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
