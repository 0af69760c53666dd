import { type AccessChannel, statementProtocols } from "../../../transport/connections/index.ts";
import { carriedProtocols } from "../connect-methods.ts";

/**
 * The protocols an access channel carries: a command, a copy and a forwarded connection are carried by SSH alone, and jobs
 * run statements of databases as well.
 */
export function carriedBy(way: AccessChannel): readonly string[] {
  if (way === "sftp") return carriedProtocols("sftp_client");
  if (way === "web-files") return carriedProtocols("web_sftp");
  if (way === "job") return ["ssh", ...statementProtocols];
  return way === "shell" ? carriedProtocols("ssh_client") : ["ssh"];
}
