/** Who is notified of a kind of event, and how (docs/contract/notifications.md, section 5). */
export interface Subscription {
  readonly message_type: string;
  readonly message_type_label: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly receive_backends: readonly string[];
  readonly receivers: readonly { readonly id: string; readonly name: string }[];
}
