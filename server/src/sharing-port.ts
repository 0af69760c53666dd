import { SessionSharing } from "./areas/sessions/index.ts";
import type { GatewayPrincipal, SharingPort } from "./gateway/ports.ts";

const personOf = ({ userId: id, name, username }: GatewayPrincipal) => ({ id, name, username });

/** Sharing, as the gateway asks the sessions area for it. */
export function sharingPort(services: ConstructorParameters<typeof SessionSharing>[0]): SharingPort {
  const sharing = new SessionSharing(services);
  return {
    open: (principal, asked) => sharing.open(personOf(principal), asked),
    people: ({ userId }, sessionId, search) => sharing.people(userId, sessionId, search),
    join: (principal, { id: sharingId, code, isHere }) =>
      sharing.join({
        sharingId,
        code,
        isHere,
        person: personOf(principal),
        remoteAddress: principal.remoteAddress,
        loginFrom: "WT",
      }),
    standing: (recordId) => sharing.standing(recordId),
    leave: (recordId) => sharing.leave(recordId),
    typed: (sessionId, actor) => sharing.typed(sessionId, actor),
    change: ({ userId }, recordId, change) => sharing.change(userId, recordId, change),
    onChanged: (handler) => sharing.onChanged(handler),
  };
}
