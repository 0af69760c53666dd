import { randomUUID } from "node:crypto";
import type { SessionRecord } from "../../../gateway/ports.ts";
import { recordingPath } from "../../../transport/recording/path.ts";
import type { World } from "../../permissions/testing/world.ts";

/** What a gateway reports about a session of mei's on `front`, begun on 2026-05-04 at ten. */
export function sessionRecord({ ids }: World, changes: Partial<SessionRecord> = {}): SessionRecord {
  const id = randomUUID();
  const dateStart = new Date("2026-05-04T10:00:00Z");
  return {
    id,
    userId: ids.mei as string,
    user: "mei(mei)",
    assetId: ids.front as string,
    asset: "front(front.example)",
    accountId: ids["front/admin"] as string,
    account: "admin(admin)",
    protocol: "ssh",
    type: "normal",
    loginFrom: "WT",
    remoteAddress: "192.0.2.7",
    organizationId: "00000000-0000-0000-0000-000000000002",
    dateStart,
    recordingPath: recordingPath(id, dateStart),
    ...changes,
  };
}
