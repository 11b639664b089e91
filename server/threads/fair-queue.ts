/** Who takes turns: a user's id, or a name that stands for a client. */
type Client = number | string;

export interface FairQueue<Job> {
  /** Returns false when the caller, or all together, have enough waiting already. */
  add(who: Client, job: Job): boolean;
  /** Takes the next job; those who wait take turns, so a user with a hundred files does not hold up a user with one. */
  take(): Job | null;
  /** Returns false when the job is no longer waiting. */
  remove(job: Job): boolean;
  readonly length: number;
}

export function openFairQueue<Job>({ each, all }: { each: number; all: number }): FairQueue<Job> {
  // A Map preserves its order: the client served last is moved to its end.
  const waiting = new Map<Client, Job[]>();
  let length = 0;

  function keep(who: Client, jobs: Job[]): void {
    waiting.delete(who);
    if (jobs.length > 0) waiting.set(who, jobs);
  }

  return {
    add(who, job) {
      const jobs = waiting.get(who) ?? [];
      if (jobs.length >= each || length >= all) return false;
      jobs.push(job);
      waiting.set(who, jobs);
      length += 1;
      return true;
    },
    take() {
      const [first] = waiting;
      if (first === undefined) return null;
      const [who, jobs] = first;
      const job = jobs.shift() ?? null;
      keep(who, jobs);
      length -= 1;
      return job;
    },
    remove(job) {
      for (const [who, jobs] of waiting) {
        const at = jobs.indexOf(job);
        if (at === -1) continue;
        jobs.splice(at, 1);
        if (jobs.length === 0) waiting.delete(who);
        length -= 1;
        return true;
      }
      return false;
    },
    get length() {
      return length;
    },
  };
}
