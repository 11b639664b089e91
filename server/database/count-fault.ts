/** A number kept beside the rows that it counts, which differed from them, and by how many. */
export interface CountFault {
  name: string;
  missing: number;
}
