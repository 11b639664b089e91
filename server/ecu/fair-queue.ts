/** Whose turn it is: a user's id, or a name that stands for a client. */
type Client = number | string;

export interface FairQueue<Job> {
  /** False: the caller has enough waiting already, or all together have. */
  add(who: Client, job: Job): boolean;
  /** The next one, by turns of those who wait: a user with a hundred files does not hold up a user with one. */
  take(): Job | null;
  /** False: it is not waiting any more. */
  remove(job: Job): boolean;
  readonly length: number;
}

export function openFairQueue<Job>({ each, all }: { each: number; all: number }): FairQueue<Job> {
  // A Map keeps its order: the last one served goes to its end.
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
