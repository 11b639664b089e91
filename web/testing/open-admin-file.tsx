import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ADMINISTRATOR, renderScreen } from './render-screen.tsx';

/** A screen of staff for one file, once its facts are there. */
export async function openAdminFile(screenOfFile: ReactElement) {
  const shown = renderScreen(screenOfFile, {
    at: '/admin/view-file/5',
    path: '/admin/view-file/:id',
    user: ADMINISTRATOR,
  });
  await screen.findByText('File Information');
  return shown;
}
