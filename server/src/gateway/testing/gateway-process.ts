import { fixedKeyRing } from "../../engine/secrets/key-ring.ts";
import { createSecretBox } from "../../engine/secrets/secret-box.ts";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import type { GrantDetails } from "../ports.ts";
import { MemoryAreas, startHarness } from "./harness.ts";

/** What the parent sends: a grant to be redeemed once, and the rules about commands that hold from then on. */
export type ToGatewayProcess = { grant: GrantDetails; rules: readonly CommandRule[] };

/** What the process answers. */
export type FromGatewayProcess =
  | { url: string }
  | { granted: string }
  | { opened: { id: string; recordingPath: string | null; dateStart: string } };

// A gateway alone in a process of its own, over areas held in memory: for killing it and for measuring it.
const { dataFolder, key } = JSON.parse(process.argv[2] ?? "{}") as { dataFolder: string; key: string };
const tell = (message: FromGatewayProcess) => process.send?.(message);
const areas = new MemoryAreas();
const store = areas.ports.sessions.open;
areas.ports.sessions.open = async (record) => {
  const { id, recordingPath, dateStart } = record;
  tell({ opened: { id, recordingPath, dateStart: dateStart.toISOString() } });
  return store(record);
};
const harness = await startHarness({
  areas,
  dataFolder,
  keys: createSecretBox(fixedKeyRing(Buffer.from(key, "hex"))),
});
process.on("message", ({ grant, rules }: ToGatewayProcess) => {
  areas.commandRules = () => rules;
  areas.grant({ ...grant, permissionExpires: new Date(grant.permissionExpires) });
  tell({ granted: grant.tokenId ?? "" });
});
process.on("disconnect", () => process.exit());
tell({ url: harness.url });
