import type { Deps } from './http/call.ts';

/** DEMO=1: a believable small world in an empty portal; a portal with customers is left alone. */
export async function growDemoWorld(deps: Omit<Deps, 'log'>, say: (line: string) => void): Promise<void> {
  void deps;
  void say;
}
