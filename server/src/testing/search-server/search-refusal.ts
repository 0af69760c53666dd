/** A request the cluster answers with an error. */
export class SearchRefusal extends Error {
  override readonly name = "SearchRefusal";
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string) {
    super(type);
    this.status = status;
    this.type = type;
  }
}
