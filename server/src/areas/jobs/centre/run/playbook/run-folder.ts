import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PlaybookFile } from "../../playbooks/playbook-files.ts";
import { callbackPlugin, connectionPlugin, localPlugin } from "./plugins.ts";

/** Where the files of a run lie; others cannot enter the folder around it. */
export interface RunFolder {
  readonly root: string;
  readonly work: string;
  /** Path of the socket, outside. */
  readonly socket: string;
  remove(): Promise<void>;
}

/** What a run is made of. */
export interface RunFiles {
  readonly files: readonly PlaybookFile[];
  /** Variables by host, as Ansible calls them. */
  readonly hosts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Variables of all hosts, that go before all others. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const settings = `[defaults]
inventory = /play/inventory.json
connection_plugins = /play/plugins/connection
callback_plugins = /play/plugins/callback
stdout_callback = sallyport
local_tmp = /tmp/ansible
retry_files_enabled = False
forks = 10
pipelining = True
interpreter_python = auto_silent
localhost_warning = False
deprecation_warnings = False
nocows = True
`;

/** What Ansible does not look into for expressions. */
const asText = (value: unknown): unknown =>
  typeof value === "string"
    ? { __ansible_unsafe: value }
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asText(inner)]))
      : value;

/** Lays out the files of a run. */
export async function makeRunFolder({ files, hosts, variables }: RunFiles): Promise<RunFolder> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-playbook-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const [root, work] = [join(folder, "root"), join(folder, "work")];
    // Read by another account in the sandbox; the folder around them keeps everybody else out.
    const put = async (path: string, content: string | Buffer): Promise<void> => {
      const at = join(work, path);
      await mkdir(dirname(at), { recursive: true, mode: 0o755 });
      await writeFile(at, content, { mode: 0o644, flag: "wx" });
    };
    await mkdir(root, { mode: 0o755 });
    await mkdir(join(work, "project"), { recursive: true, mode: 0o755 });
    for (const { path, content } of files) {
      if (content !== null) await put(`project/${path}`, content);
      else await mkdir(join(work, "project", path), { recursive: true, mode: 0o755 });
    }
    await put("ansible.cfg", settings);
    await put("plugins/connection/sallyport.py", connectionPlugin);
    await put("plugins/connection/local.py", localPlugin);
    await put("plugins/callback/sallyport.py", callbackPlugin);
    const inventory = {
      all: {
        hosts: Object.fromEntries(Object.entries(hosts).map(([name, about]) => [name, asText(about)])),
        vars: { ansible_connection: "sallyport" },
      },
    };
    await put("inventory.json", JSON.stringify(inventory));
    await put("variables.json", JSON.stringify(asText(variables)));
    await chmod(work, 0o755);
    return { root, work, socket: join(work, "hosts.sock"), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
