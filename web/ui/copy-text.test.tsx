import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { CopyText } from './copy-text.tsx';

const status = () => screen.getByRole('status');

describe('a text with a button that copies it', () => {
  test('copies the text, and says so for a moment', async () => {
    const visitor = userEvent.setup();
    render(<CopyText text="K7QM4XTP">K7QM-4XTP</CopyText>);
    await visitor.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('K7QM4XTP');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(status()).toHaveTextContent('Copied');
  });

  test.each([
    ['refuses', { writeText: () => Promise.reject(new Error('no permission')) }],
    ['has no clipboard', undefined],
  ])('selects the text and says what to do where the browser %s', async (_, clipboard) => {
    const visitor = userEvent.setup();
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
    render(<CopyText text="06A906032HN" label="part number" />);
    await visitor.click(screen.getByRole('button', { name: 'Copy part number' }));
    expect(status()).toHaveTextContent('This browser does not allow copying here.');
    expect(String(getSelection())).toBe('06A906032HN');
  });
});
