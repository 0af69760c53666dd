/** An answer of the gallery; a text is sent as it is, as a file of its type. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: { readonly type: string; readonly text: string };
}
