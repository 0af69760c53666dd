/** What is about to be deleted: objects of a resource. */
export interface DeletionTarget {
  /** URL of the resource. */
  readonly url: string;
  readonly ids: readonly (string | number)[];
}
