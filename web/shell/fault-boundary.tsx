import { Component, type ReactNode } from 'react';
import { t } from '../text.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** A screen that breaks says so and offers a way on, instead of leaving an empty page. React wants a class here. */
export class FaultBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="mx-auto max-w-160 p-6" tabIndex={-1}>
        <h1 className="mb-4 text-heading font-strong">{t('Something went wrong')}</h1>
        <Alert kind="danger" action={<Button onClick={() => location.reload()}>{t('Reload')}</Button>}>
          {t('This page could not be shown. Nothing on the server has changed.')}
        </Alert>
      </main>
    );
  }
}
