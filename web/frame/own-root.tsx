import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../client/query-client.ts';
import { useSession } from '../client/session.ts';
import { useCloseOnBack } from '../ui/close-on-back.ts';

/**
 * Shows a dialog that belongs to no screen and is loaded when it is needed. Resolves to its answer; null: there is none,
 * because it was closed, the session is over, or the page was left with the browser's Back or Forward.
 */
export function askInOwnRoot<Answer>(
  render: (answer: (given: Answer | null) => void) => ReactNode,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const answer = (given: Answer | null) => {
      // Not within the effect that notices the end of the session: React is still at work then.
      queueMicrotask(() => {
        root.unmount();
        place.remove();
        resolve(given);
      });
    };
    root.render(
      <QueryClientProvider client={queryClient}>
        <WhileSignedIn onOver={() => answer(null)}>{render(answer)}</WhileSignedIn>
      </QueryClientProvider>,
    );
  });
}

function WhileSignedIn({ onOver, children }: { onOver: () => void; children: ReactNode }) {
  const isOver = useSession() === null;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  useCloseOnBack(onOver);
  return children;
}
