import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { promisify } from "node:util";
import type { Message } from "../../../../../engine/i18n/index.ts";
import { withParameters } from "../../../../../engine/i18n/index.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";

/** Where programs are that the sandbox has too. */
const folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"];
/** What puts a run apart from everything else; all of util-linux and coreutils. */
const tools = ["unshare", "mount", "umount", "pivot_root", "prlimit", "setpriv", "chroot"];
/** The oldest ansible-core whose plugins work as ours expect. */
const oldest = [2, 12] as const;

/** Why playbooks cannot run on a machine. */
const problems = {
  no_ansible: text.noAnsible,
  old_ansible: text.oldAnsible,
  no_sandbox: text.noSandbox,
} as const;

/** One of them. */
export type AnsibleProblem = keyof typeof problems;

/** Whether playbooks can run on this machine. */
export type AnsibleSupport =
  | { readonly isAvailable: true; readonly program: string; readonly version: string }
  | { readonly isAvailable: false; readonly problem: AnsibleProblem; readonly version: string };

/** What to do about a problem. */
export const problemText = (problem: AnsibleProblem, version: string): Message =>
  withParameters(problems[problem], { version: version || "?" });

async function find(name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = `${folder}/${name}`;
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}

/** Looks for Ansible and for what confines it, each time anew: it may be installed while the product runs. */
export async function findAnsible(): Promise<AnsibleSupport> {
  const cannot = (problem: AnsibleProblem, version = ""): AnsibleSupport => ({
    isAvailable: false,
    problem,
    version,
  });
  if (process.platform !== "linux") return cannot("no_sandbox");
  const program = await find("ansible-playbook");
  if (program === null) return cannot("no_ansible");
  const missing = (await Promise.all(tools.map(find))).some((path) => path === null);
  if (missing) return cannot("no_sandbox");
  const version = await versionOf(program);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return cannot("old_ansible", version);
  }
  return { isAvailable: true, program, version };
}

/** Versions by program: asking takes a second. */
const known = new Map<string, string>();

async function versionOf(program: string): Promise<string> {
  const before = known.get(program);
  if (before !== undefined) return before;
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], {
      env: { PATH: folders.join(":"), HOME: "/nonexistent", LANG: "C.UTF-8", ANSIBLE_LOCAL_TEMP: "/tmp" },
      cwd: "/",
      timeout: 20_000,
    });
    const version = /\[core (\d+\.\d+[^\]]*)\]/.exec(stdout)?.[1] ?? "";
    if (version !== "") known.set(program, version);
    return version;
  } catch {
    return "";
  }
}
