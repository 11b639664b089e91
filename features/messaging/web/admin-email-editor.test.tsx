import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as contract from '../emails.calls.ts';

// Once loaded, the editor stays loaded: each test begins with modules of its own.
beforeEach(() => void vi.resetModules());

async function open() {
  const [{ fake, installFakeApi }, { ADMINISTRATOR, renderScreen }, { default: AdminEmail }] = await Promise.all([
    import('../../../web/testing/fake-api.ts'),
    import('../../../web/testing/render-screen.tsx'),
    import('./admin-email.screen.tsx'),
  ]);
  installFakeApi(fake(contract.listAddresses, ['ana@example.com']), fake(contract.listMailings, []));
  return renderScreen(<AdminEmail />, { user: ADMINISTRATOR });
}

test('the editor loads on the first keystroke and takes over what was typed', { tags: ['A-EML-02'] }, async () => {
  const { visitor } = await open();
  const sheet = screen.getByRole('textbox', { name: 'Body' });
  expect(sheet.tagName).toBe('TEXTAREA');
  sheet.focus();
  fireEvent.input(sheet, { target: { value: 'Dear <all>\n& everybody' } });
  const editor = await waitFor(() => {
    const found = screen.getByRole('textbox', { name: 'Body' });
    expect(found.tagName).toBe('DIV');
    return found;
  });
  expect([...editor.children].map(({ textContent }) => textContent)).toEqual(['Dear <all>', '& everybody']);
  expect(editor).toHaveFocus();
  await visitor.click(screen.getByRole('tab', { name: 'Source' }));
  expect(screen.getByLabelText('Body as HTML')).toHaveValue('<p>Dear &lt;all&gt;</p><p>&amp; everybody</p>');
});

test('a tool pressed before the editor has loaded takes effect as soon as it has', async () => {
  const { visitor } = await open();
  await visitor.click(screen.getByRole('button', { name: 'Heading' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Heading' })).toHaveAttribute('aria-pressed', 'true'));
  expect(await within(screen.getByRole('textbox', { name: 'Body' })).findByRole('heading', { level: 2 })).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Link' }));
  expect(screen.getByRole('textbox', { name: 'Address of the link' })).toBeVisible();
});
