import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { readColumn, readTexts } from '../../../web/testing/table-cells.ts';
import type { DtcRow } from '../dtc-session.ts';
import { DtcCard } from './dtc-card.tsx';
import { sentence } from '../../../contract/refusal.ts';
import { buildDtcRow } from '../dtc-row.factory.ts';

const ROWS = [
  buildDtcRow('P0401', { info: 'EGR flow insufficient', functions: ['egr'], emission: true, emission_reason: 'egr' }),
  buildDtcRow('P0402', { functions: ['egr'], shared_with: ['P0403'] }),
  buildDtcRow('P2002', { functions: ['particle filter'], partly_off: true }),
  buildDtcRow('P0101', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') }),
  buildDtcRow('P0420', { locked: sentence('errors.dtc-off.row_blocked') }),
];

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildDtcRow(`P${(0x100 + index).toString(16).toUpperCase().padStart(4, '0')}`),
  );

function open(rows: readonly DtcRow[] = ROWS) {
  function Page() {
    const [selected, setSelected] = useState<readonly string[]>([]);
    const select = (codes: readonly string[], isOn: boolean) =>
      setSelected((before) => [...before.filter((code) => !codes.includes(code)), ...(isOn ? codes : [])]);
    return (
      <MemoryRouter>
        <DtcCard rows={rows} manually="/upload?ai-file=4f2a" selected={selected} onSelect={select} />
      </MemoryRouter>
    );
  }
  render(<Page />);
  return userEvent.setup();
}

const field = () => screen.getByRole('textbox', { name: 'Selected DTCs' });
const search = () => screen.getByPlaceholderText('Search DTC / HEX / status…');
const table = () => screen.getByRole('table');
const findRow = (code: string) => screen.getByText(code).closest('tr') as HTMLElement;
const toggle = (code: string) => screen.getByRole('switch', { name: code });
const shownCodes = () => readColumn(0);

describe('a table in which no row can be selected', () => {
  const alert = () => screen.getByText('No code of this file can be selected.').closest('[role="status"]');
  const BLOCKED = sentence('errors.dtc-off.emissions_blocked_in', { country: 'Germany' });

  test('shows the reasons, how many codes each one has, and what can be done', () => {
    open([
      buildDtcRow('P0520', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') }),
      buildDtcRow('P0401', { locked: BLOCKED }),
      buildDtcRow('P0402', { locked: BLOCKED }),
      buildDtcRow('P0616', { locked: sentence('errors.dtc-off.blocked_with', { code: 'P0401' }) }),
      buildDtcRow('P0617', { locked: sentence('errors.dtc-off.blocked_with', { code: 'P0402' }) }),
      buildDtcRow('P0618', { locked: sentence('errors.dtc-off.blocked_with', { code: 'P0402' }) }),
    ]);
    const items = within(alert() as HTMLElement).getAllByRole('listitem');
    expect(readTexts(items)).toEqual([
      '3 codes: It is switched off together with a code that this portal does not switch off.',
      `2 codes: ${BLOCKED.message}`,
      '1 code: already OFF',
    ]);
    expect(screen.getByRole('link', { name: 'Upload File Manually' })).toHaveAttribute('href', '/upload?ai-file=4f2a');
  });

  test('shows that nothing is left to switch off if all are OFF already', () => {
    open([buildDtcRow('P0520', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') })]);
    expect(screen.getByText(/^There is nothing left to switch off/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Upload File Manually' })).not.toBeInTheDocument();
  });

  test('shows no such message if a single row can be selected', () => {
    open([buildDtcRow('P0520'), buildDtcRow('P0401', { locked: BLOCKED })]);
    expect(screen.getByText('P0520')).toBeVisible();
    expect(screen.queryByText('No code of this file can be selected.')).not.toBeInTheDocument();
  });
});

describe('the table', () => {
  test(
    'has four columns, hexadecimal numbers with the decimal in the tooltip, and a dash for missing text',
    { tags: ['C-DTC-01', 'C-DTC-05', 'C-DTC-06', 'C-DTC-07', 'C-DTC-11', 'X-DTC-09', 'X-ENT-18'] },
    () => {
      open();
      expect(screen.getByRole('heading', { name: 'Diagnostic Trouble Codes (DTCs)' })).toBeVisible();
      expect(readTexts(within(table()).getAllByRole('columnheader'))).toEqual(['DTC', 'DTC (Hex)', 'Action', 'Status']);
      expect(within(findRow('P0401')).getByText('0x0401')).toHaveAttribute('title', '1025');
      expect(within(findRow('P0401')).getByText('EGR flow insufficient')).toBeVisible();
      expect(within(findRow('P0401')).getByText('emission')).toBeVisible();
      expect(within(findRow('P0401')).getByText('EGR').parentElement).toHaveAttribute(
        'title',
        'It monitors exhaust gas recirculation (EGR).',
      );
      expect(within(findRow('P2002')).queryByText('emission')).not.toBeInTheDocument();
      expect(within(findRow('P0402')).getByText('-')).toBeVisible();
      expect(within(findRow('P0402')).getByText('together with P0403')).toBeVisible();
      expect(within(findRow('P2002')).getByText('partly OFF already')).toBeVisible();
    },
  );

  test(
    'toggles a row between ON and OFF, and the field lists the chosen codes, joined with semicolons',
    {
      tags: [
        'C-DTC-03',
        'C-DTC-04',
        'C-DTC-08',
        'C-DTC-09',
        'C-DTC-10',
        'C-DTC-S01',
        'C-DTC-S02',
        'X-DTC-06',
        'X-DTC-07',
      ],
    },
    async () => {
      const visitor = open();
      expect(field()).toHaveAttribute('placeholder', 'Toggle to select DTCs');
      expect(field()).toHaveAttribute('readonly');
      expect(toggle('P2002')).toHaveTextContent('ON');
      await visitor.click(toggle('P2002'));
      await visitor.click(toggle('P0401'));
      expect(toggle('P2002')).toHaveTextContent('OFF');
      expect(toggle('P2002')).not.toBeChecked();
      expect(field()).toHaveValue('P2002;P0401');
      await visitor.click(toggle('P2002'));
      expect(toggle('P2002')).toHaveTextContent('ON');
      expect(field()).toHaveValue('P0401');
    },
  );

  test(
    'locks codes that were OFF already or that the operator does not allow, each with its reason',
    { tags: ['C-DTC-08', 'C-DTC-S03', 'X-DTC-06', 'G-31'] },
    () => {
      open();
      for (const code of ['P0101', 'P0420']) {
        expect(screen.queryByRole('switch', { name: code })).not.toBeInTheDocument();
        expect(findRow(code).querySelector('svg.lucide-lock')).toBeInTheDocument();
      }
      expect(within(findRow('P0101')).getByText('OFF')).toBeVisible();
      expect(within(findRow('P0101')).getByText('already OFF')).toBeVisible();
      expect(within(findRow('P0420')).getByText('ON')).toBeVisible();
      expect(within(findRow('P0420')).getByText('This portal does not switch off this code.')).toBeVisible();
    },
  );

  test(
    'explains that it is empty, and links to the manual upload',
    { tags: ['C-DTC-15', 'C-DTC-16', 'C-DTC-S04', 'X-DTC-11', 'X-ERR-70'] },
    () => {
      open([]);
      expect(
        screen.getByText(
          'Unable to retrieve DTCs from the file. The file may not be an ORI file or the format may not be supported. If the file is not an ORI file, please upload the correct ORI file here to find the DTCs.',
        ),
      ).toBeVisible();
      expect(screen.getByRole('link', { name: 'Upload File Manually' })).toHaveAttribute(
        'href',
        '/upload?ai-file=4f2a',
      );
      expect(screen.queryByRole('table')).not.toBeInTheDocument();
    },
  );
});

describe('searching and paging', () => {
  test.each([
    ['p0402', ['P0402']],
    ['0X2002', ['P2002']],
    ['1025', ['P0401']],
    ['flow', ['P0401']],
    ['off', ['P0101']],
  ])('“%s” finds %j', { tags: ['C-DTC-02', 'X-DTC-08'] }, async (text, codes) => {
    const visitor = open();
    await visitor.type(search(), text);
    expect(shownCodes()).toEqual(codes);
  });

  test('Enter toggles the row if only one is found, and none if there are several', async () => {
    const visitor = open();
    await visitor.type(search(), 'P040{Enter}');
    expect(field()).toHaveValue('');
    await visitor.type(search(), '2{Enter}');
    expect(field()).toHaveValue('P0402');
    await visitor.keyboard('{Escape}P0420{Enter}');
    expect(field()).toHaveValue('P0402');
  });

  test('a search without a match shows that and can be cleared', { tags: ['G-31'] }, async () => {
    const visitor = open();
    await visitor.type(search(), 'zzz');
    expect(screen.getByText('No DTC matches “zzz”')).toBeVisible();
    const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
    await visitor.click(clear as HTMLElement);
    expect(shownCodes()).toHaveLength(5);
  });

  test('50 rows are one page without buttons; the 51st makes a second', { tags: ['C-DTC-S05', 'X-DTC-10'] }, () => {
    open(many(50));
    expect(shownCodes()).toHaveLength(50);
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
    cleanup();
    open(many(51));
    expect(shownCodes()).toHaveLength(50);
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(shownCodes()).toHaveLength(1);
  });

  test(
    'Next and Previous change the page, a search goes back to the first page, and the selection stays',
    { tags: ['C-DTC-12', 'C-DTC-13', 'C-DTC-14', 'X-DTC-08', 'X-DTC-10'] },
    async () => {
      const visitor = open(many(120));
      await visitor.click(toggle('P0100'));
      expect(screen.getByText('Page 1 of 3')).toBeVisible();
      const isOff = (name: string) =>
        expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      isOff('Previous');
      fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
      expect(screen.getByText('Page 1 of 3')).toBeVisible();
      for (const _ of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'Next' }));
      expect(screen.getByText('Page 3 of 3')).toBeVisible();
      expect(shownCodes()).toHaveLength(20);
      isOff('Next');
      fireEvent.click(screen.getByRole('button', { name: 'Next' }));
      expect(screen.getByText('Page 3 of 3')).toBeVisible();
      // A disabled button would lose the focus.
      for (const button of screen.getAllByRole('button', { name: /^(Next|Previous)$/ })) expect(button).toBeEnabled();
      fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
      expect(screen.getByText('Page 2 of 3')).toBeVisible();
      await visitor.type(search(), 'P01');
      expect(screen.getByText('Page 1 of 3')).toBeVisible();
      expect(field()).toHaveValue('P0100');
    },
  );
});

describe('choosing many codes at once', () => {
  test('a function selects all of its codes, and deselects them again', async () => {
    const visitor = open();
    const egr = screen.getByRole('button', { name: /^EGR/ });
    expect(egr).toHaveTextContent('EGR 2');
    await visitor.click(egr);
    expect(field()).toHaveValue('P0401;P0402');
    expect(egr).toHaveAttribute('aria-pressed', 'true');
    await visitor.click(screen.getByRole('button', { name: /^DPF\/FAP/ }));
    await visitor.click(egr);
    expect(field()).toHaveValue('P2002');
    expect(egr).toHaveAttribute('aria-pressed', 'false');
  });

  test('Select all takes every code that can be chosen and none that is locked', async () => {
    const visitor = open();
    await visitor.click(screen.getByRole('button', { name: 'Select all' }));
    expect(field()).toHaveValue('P0401;P0402;P2002');
    expect(screen.getByRole('button', { name: 'Select all' })).toHaveAttribute('aria-disabled', 'true');
    await visitor.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(field()).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Clear selection' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('a tester’s report selects its codes that this file has and names the others', async () => {
    const visitor = open();
    await visitor.click(screen.getByText('Paste a list of codes or a tester’s report'));
    await visitor.click(screen.getByRole('textbox', { name: 'Codes' }));
    await visitor.paste('2 Faults Found:\n16785 - EGR: flow insufficient\n P0401 - 35-00\nP2002, P0420 and P0999');
    await visitor.click(screen.getByRole('button', { name: 'Select these codes' }));
    expect(await screen.findByText('2 codes selected.')).toBeVisible();
    expect(screen.getByText('Locked in this file: P0420')).toBeVisible();
    expect(screen.getByText('Not in this file: P0999')).toBeVisible();
    expect(field()).toHaveValue('P0401;P2002');
  });

  test('a maker’s own numbers select the codes of this file, even in a text that does not name the maker', async () => {
    const visitor = open([
      buildDtcRow('4A7D', { dtc_int: 0x4a7d }),
      buildDtcRow('4507', { dtc_int: 0x4507 }),
      buildDtcRow('P3043', { maker_number: '2A0E 2A0F' }),
      buildDtcRow('422A', { dtc_int: 0x422a }),
    ]);
    await visitor.click(screen.getByText('Paste a list of codes or a tester’s report'));
    await visitor.click(screen.getByRole('textbox', { name: 'Codes' }));
    await visitor.paste('4A7D Ladedruck\n0x4507 and 2a0f, please, and 437D');
    await visitor.click(screen.getByRole('button', { name: 'Select these codes' }));
    expect(await screen.findByText('3 codes selected.')).toBeVisible();
    expect(field()).toHaveValue('4A7D;4507;P3043');
  });

  test('a text without codes shows an error', async () => {
    const visitor = open();
    await visitor.click(screen.getByText('Paste a list of codes or a tester’s report'));
    await visitor.type(screen.getByRole('textbox', { name: 'Codes' }), 'it smokes');
    await visitor.click(screen.getByRole('button', { name: 'Select these codes' }));
    expect(await screen.findByText('No codes were found in this text.')).toBeVisible();
    expect(field()).toHaveValue('');
  });
});

test('on a phone every code has two lines, with the same content and actions', async () => {
  setScreenWidth(360);
  const visitor = open();
  const [first] = within(screen.getByRole('list', { name: 'Diagnostic Trouble Codes (DTCs)' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent('P04010x0401ONEGR flow insufficientemissionEGR');
  await visitor.click(toggle('P0401'));
  expect(first).toHaveTextContent('OFF');
  expect(field()).toHaveValue('P0401');
  expect(screen.getByText('This portal does not switch off this code.')).toBeVisible();
});

test('a description names who defines the code’s meaning, on the screen and in the CSV', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:dtcs';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const visitor = open([
    buildDtcRow('P0401', {
      info: 'EGR flow: too low',
      info_source: 'standard',
      emission: true,
      emission_reason: 'egr',
    }),
    buildDtcRow('P1557', { info: '=Boost', info_source: 'operator', maker_number: '17965' }),
    buildDtcRow('P1999', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') }),
  ]);
  expect(within(findRow('P0401')).getByTitle('SAE J2012 defines this code for all cars.')).toHaveTextContent(
    'standard',
  );
  expect(within(findRow('P1557')).getByText('operator’s text')).toBeInTheDocument();
  await visitor.click(toggle('P0401'));
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect((await saved[0]?.text())?.trimEnd().split('\r\n')).toEqual([
    'DTC,DTC (Hex),Number of the maker,Description,Described by,Status,Emission rules',
    'P0401,0x0401,,EGR flow: too low,standard,OFF,EGR',
    "P1557,0x1557,17965,'=Boost,operator’s text,ON,",
    'P1999,0x1999,,,,OFF,',
  ]);
});
