import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { isMissingPart, missingPartText } from '../../../web/ui/missing-part.ts';

type FaultProps = {
  children: ReactNode;
  /** When the path changes, the children are rendered again. */
  path?: string;
  /** Wraps the error message. */
  frame: (fault: ReactNode) => ReactNode;
};

type FaultState = { path: string | undefined; fault: { reason: unknown } | null };

/** Shows an error with a way on in place of a broken part, instead of an empty page. React requires a class here. */
class Boundary extends Component<FaultProps, FaultState> {
  override state: FaultState = { path: undefined, fault: null };

  static getDerivedStateFromError(reason: unknown) {
    return { fault: { reason } };
  }

  /** Resets the error by path. A `key` would also remount screens whose path merely changes to another record. */
  static getDerivedStateFromProps({ path }: FaultProps, state: FaultState) {
    return path === state.path ? null : { path, fault: null };
  }

  override render() {
    const { fault } = this.state;
    return fault ? this.props.frame(<Fault reason={fault.reason} />) : this.props.children;
  }
}

/** Boundary around the whole page. */
export function FaultBoundary({ children }: { children: ReactNode }) {
  return <Boundary frame={inMain}>{children}</Boundary>;
}

/** Boundary around the screen only: the sidebar stays usable and leads to the other screens. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary path={useLocation().pathname} frame={inScreen}>
      {children}
    </Boundary>
  );
}

const inMain = (fault: ReactNode) => (
  <main className="mx-auto max-w-160 p-6" tabIndex={-1}>
    {fault}
  </main>
);

const inScreen = (fault: ReactNode) => <div className="max-w-160">{fault}</div>;

function Fault({ reason }: { reason: unknown }) {
  return (
    <>
      <h1 className="mb-4 text-heading font-strong">{t('common.somethingWentWrong')}</h1>
      <Alert kind="danger" action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}>
        {isMissingPart(reason) ? missingPartText() : t('common.shell.pageFailed')}
      </Alert>
    </>
  );
}
