import { carriedProtocols } from "../connect-methods.ts";

/** The door somebody comes by, as far as a decision tells doors apart. */
export type WayIn = "shell" | "exec" | "scp" | "sftp" | "forward";

/** The protocols a door carries: a command, a copy and a forwarded connection are carried by SSH alone. */
export function carriedBy(way: WayIn): readonly string[] {
  if (way === "sftp") return carriedProtocols("sftp_client");
  return way === "shell" ? carriedProtocols("ssh_client") : ["ssh"];
}
