import { carriedProtocols } from "../connect-methods.ts";

/** the access channel somebody uses, as far as a decision tells access channels apart. */
export type AccessChannel = "shell" | "exec" | "scp" | "sftp" | "forward";

/** The protocols an access channel carries: a command, a copy and a forwarded connection are carried by SSH alone. */
export function carriedBy(way: AccessChannel): readonly string[] {
  if (way === "sftp") return carriedProtocols("sftp_client");
  return way === "shell" ? carriedProtocols("ssh_client") : ["ssh"];
}
