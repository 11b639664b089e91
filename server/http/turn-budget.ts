/**
 * Limits what all uploads together pass on in one turn of the event loop. A sender on a fast line would otherwise fill
 * the turn, and every other call would wait for its end.
 */
export function createTurnBudget(bytesOfTurn: number) {
  let leftBytes = bytesOfTurn;
  let nextTurn: Promise<void> | null = null;
  const awaitTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        leftBytes = bytesOfTurn;
        nextTurn = null;
        resolve();
      });
    });
  return {
    /** Resolves in this turn or, when its bytes are used up, in the next one. */
    async spend(bytes: number): Promise<void> {
      leftBytes -= bytes;
      nextTurn ??= awaitTurn();
      if (leftBytes <= 0) await nextTurn;
    },
  };
}
