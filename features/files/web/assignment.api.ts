import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { useChange } from '../../../web/client/use-change.ts';
import { assignFile, assignSelectedFiles } from '../assignment.calls.ts';
import { useChangeFile } from './files.api.ts';

interface Assignment {
  id: number;
  assignee_id: number | null;
  seen: number | null;
}

/** Assigns a file; after a refusal the page shows the current assignee at once. */
export function useAssignFile() {
  const client = useQueryClient();
  return useChangeFile(async (assignment: Assignment) => {
    try {
      return await call(assignFile, assignment);
    } catch (error) {
      void client.invalidateQueries({ queryKey: ['file', assignment.id] });
      throw error;
    } finally {
      for (const key of ['tickets', 'waiting']) void client.invalidateQueries({ queryKey: [key] });
    }
  });
}

export type BulkAssignment = SelectionInput & { count: number; assignee_id: number | null; with_others: boolean };

export const useAssignFiles = () =>
  useChange(
    (input: BulkAssignment) => call(assignSelectedFiles, input as never),
    [['files'], ['tickets'], ['waiting']],
    {
      evenAfterFailure: true,
    },
  );
