import type { Services } from "../../../engine/services.ts";

/** Names of the places outside that checkpoints are delivered to. */
export const targetNames = ["syslog", "webhook"] as const;

/** One of them, as it is set. */
export interface Target {
  readonly name: (typeof targetNames)[number];
  /** `tcp://`, `tls://`, `http://` or `https://`. */
  readonly address: string;
  /** What is sent along to prove who sends; empty: nothing. */
  readonly token: string;
}

/** The places that are set. */
export async function targetsInForce({ settings }: Pick<Services, "settings">): Promise<readonly Target[]> {
  const [syslog, webhook, token] = await Promise.all([
    settings.get<string>("EVIDENCE_SYSLOG_ADDRESS"),
    settings.get<string>("EVIDENCE_WEBHOOK_URL"),
    settings.get<string>("EVIDENCE_WEBHOOK_TOKEN"),
  ]);
  const all: readonly Target[] = [
    { name: "syslog", address: syslog, token: "" },
    { name: "webhook", address: webhook, token },
  ];
  return all.filter(({ address }) => address !== "");
}
