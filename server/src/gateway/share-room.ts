import type {
  TerminalShareMember,
  TerminalShareRemoval,
  TerminalShareUsers,
} from "@sallyport/contract/messages/terminal-sharing";
import type { SessionRecord } from "../transport/sessions/index.ts";

/** What those who take part in a session are told of one another. */
export type ShareNews =
  | { readonly type: "TERMINAL_SHARE_JOIN" | "TERMINAL_SHARE_LEAVE"; readonly data: TerminalShareMember }
  | { readonly type: "TERMINAL_SHARE_USERS"; readonly data: TerminalShareUsers }
  | { readonly type: "TERMINAL_SHARE_USER_REMOVE"; readonly data: TerminalShareRemoval };

/** A session's person among those who take part. */
export const ownerOf = ({
  id,
  userId,
  user,
  dateStart,
  remoteAddress,
}: SessionRecord): TerminalShareMember => ({
  user_id: userId,
  user,
  created: dateStart.toISOString(),
  remote_addr: remoteAddress,
  terminal_id: id,
  primary: true,
  writable: true,
});

/** Tells one of them. */
type Tell = (news: ShareNews) => void;

/** Those who take part in one session: its person, and who joined by a link. Everybody sees who may type. */
export class ShareRoom {
  readonly #owner: TerminalShareMember;
  readonly #tellOwner: Tell;
  readonly #guests = new Map<string, { member: TerminalShareMember; readonly tell: Tell }>();

  /** @param tellOwner tells the session's person, where their client shows it */
  constructor(owner: TerminalShareMember, tellOwner: Tell) {
    this.#owner = owner;
    this.#tellOwner = tellOwner;
  }

  /** Everybody, by the id of what they look through. */
  get members(): TerminalShareUsers {
    const all = [this.#owner, ...[...this.#guests.values()].map(({ member }) => member)];
    return Object.fromEntries(all.map((member) => [member.terminal_id, member]));
  }

  /** Somebody has joined. */
  join(member: TerminalShareMember, tell: Tell): void {
    this.#guests.set(member.terminal_id, { member, tell });
    this.#tellAll({ type: "TERMINAL_SHARE_JOIN", data: member });
    this.#tellUsers();
  }

  /** Somebody may type now, or not any more. */
  permit(terminalId: string, writable: boolean): void {
    const guest = this.#guests.get(terminalId);
    if (guest === undefined || guest.member.writable === writable) return;
    guest.member = { ...guest.member, writable };
    this.#tellUsers();
  }

  /** Somebody has left, or was removed: then they hear of it too. */
  leave(terminalId: string, isRemoved: boolean): void {
    const guest = this.#guests.get(terminalId);
    if (guest === undefined) return;
    if (isRemoved) {
      const { user: primary_user } = this.#owner;
      const removal = { primary_user, share_user: guest.member.user, terminal_id: terminalId };
      this.#tellAll({ type: "TERMINAL_SHARE_USER_REMOVE", data: removal });
    }
    this.#guests.delete(terminalId);
    this.#tellAll({ type: "TERMINAL_SHARE_LEAVE", data: guest.member });
    this.#tellUsers();
  }

  #tellUsers(): void {
    this.#tellAll({ type: "TERMINAL_SHARE_USERS", data: this.members });
  }

  #tellAll(news: ShareNews): void {
    this.#tellOwner(news);
    for (const { tell } of this.#guests.values()) tell(news);
  }
}
