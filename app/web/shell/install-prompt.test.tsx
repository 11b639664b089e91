import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepInstallPrompt } from '../../../web/client/install-prompt.ts';
import { InstallButton } from './sidebar.tsx';

beforeAll(() => keepInstallPrompt());
// Clears the install prompt of the previous test.
beforeEach(() => void window.dispatchEvent(new Event('appinstalled')));

function offer() {
  let choose: () => void = () => {};
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn<() => Promise<void>>(async () => undefined),
    userChoice: new Promise<void>((resolve) => (choose = resolve)),
  });
  act(() => void window.dispatchEvent(event));
  return { event, choose: () => choose() };
}

const button = () => screen.queryByRole('button', { name: 'Install app' });

test(
  'is offered when the browser can install, asks on a click, and disappears after the choice',
  { tags: ['X-SHL-09', 'X-SHL-10', 'X-INS-01', 'X-GEN-11'] },
  async () => {
    render(<InstallButton />);
    expect(button()).not.toBeInTheDocument();
    const { event, choose } = offer();
    expect(event.defaultPrevented).toBe(true);
    expect(event.prompt).not.toHaveBeenCalled();
    await userEvent.click(button() as HTMLElement);
    expect(event.prompt).toHaveBeenCalledOnce();
    expect(button()).toBeVisible();
    choose();
    await waitFor(() => expect(button()).not.toBeInTheDocument());
  },
);

test('an offer made before the shell was rendered is not lost, and ends when the browser reports an installation', () => {
  offer();
  render(<InstallButton />);
  expect(button()).toBeVisible();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(button()).not.toBeInTheDocument();
});

test('is not offered inside the installed app', { tags: ['X-SHL-S02', 'X-INS-01'] }, () => {
  const matchMedia = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('standalone') }) as MediaQueryList,
    );
  offer();
  const inside = render(<InstallButton />);
  expect(button()).not.toBeInTheDocument();
  inside.unmount();
  matchMedia.mockRestore();
  render(<InstallButton />);
  expect(button()).toBeVisible();
});
