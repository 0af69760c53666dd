/** A delivery channel of a kind of message (docs/contract/notifications.md, section 10). */
export interface Channel {
  readonly name: string;
  readonly name_display: string;
  /** Whether it reaches the receivers one by one, or is read by several people. */
  readonly kind: "person" | "room";
  readonly is_chosen: boolean;
  readonly is_on: boolean;
  readonly is_offered: boolean;
  /** Why it is not offered; "" where it is. */
  readonly reason: string;
  /** Names of the receivers who have no address there. */
  readonly unreached: readonly string[];
}

/** The delivery channels of a kind of message. */
export interface SystemMessageChannels {
  readonly message_type: string;
  readonly rooms: readonly string[];
  readonly channels: readonly Channel[];
}

/** Who is notified of a kind of event, and how (docs/contract/notifications.md, section 5). */
export interface Subscription {
  readonly message_type: string;
  readonly message_type_label: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly receive_backends: readonly string[];
  readonly receivers: readonly { readonly id: string; readonly name: string }[];
}
