import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ADMINISTRATOR, renderScreen } from './render-screen.tsx';

/** Opens a staff screen for one file and waits until its facts are shown. */
export async function openAdminFile(screenOfFile: ReactElement) {
  const shown = renderScreen(screenOfFile, {
    at: '/admin/view-file/5',
    path: '/admin/view-file/:id',
    user: ADMINISTRATOR,
  });
  await screen.findByRole('region', { name: 'Order' });
  return shown;
}
