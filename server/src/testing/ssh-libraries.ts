import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A library other programs speak SSH with, driven from the system's Python. */
export interface SshLibrary {
  readonly name: string;
  /** Why it cannot be used here; null when it can. */
  readonly missing: string | null;
  /** Arguments of `python` that make it run `echo <name>; exit 5` and tell output and status. */
  args(port: number, user: string): readonly string[];
}

/** Debian's Python, whose packages hold the libraries. */
export const python = "/usr/bin/python3";

const head = `
import os, sys
port, user, password = int(sys.argv[1]), sys.argv[2], os.environ["SSHPASS"]
`;

const paramiko = `${head}
import io, paramiko
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect("127.0.0.1", port, user, password, allow_agent=False, look_for_keys=False)
_, output, _ = client.exec_command("echo paramiko; exit 5")
sys.stdout.write(output.read().decode())
status = output.channel.recv_exit_status()
files = client.open_sftp()
files.putfo(io.BytesIO(b"content"), "by-paramiko.txt")
with files.open("by-paramiko.txt") as file:
    status = status if file.read() == b"content" else 1
client.close()
sys.exit(status)
`;

const asyncssh = `${head}
import asyncio, asyncssh
async def talk():
    options = dict(username=user, password=password, known_hosts=None, client_keys=None, config=None)
    async with asyncssh.connect("127.0.0.1", port, **options) as client:
        return await client.run("echo asyncssh; exit 5")
result = asyncio.run(talk())
sys.stdout.write(result.stdout)
sys.exit(result.exit_status)
`;

// The numbers of options are those of libssh/libssh.h.
const libssh = `${head}
import ctypes
ssh = ctypes.CDLL("libssh.so.4")
for name in "ssh_new", "ssh_channel_new":
    getattr(ssh, name).restype = ctypes.c_void_p
ssh.ssh_get_error.restype = ctypes.c_char_p
session = ctypes.c_void_p(ssh.ssh_new())
for option, value in (0, b"127.0.0.1"), (1, ctypes.byref(ctypes.c_int(port))), (4, user.encode()):
    ssh.ssh_options_set(session, option, value)
def do(status):
    if status != 0:
        sys.exit(ssh.ssh_get_error(session).decode())
do(ssh.ssh_connect(session))
do(ssh.ssh_userauth_password(session, None, password.encode()))
channel = ctypes.c_void_p(ssh.ssh_channel_new(session))
do(ssh.ssh_channel_open_session(channel))
do(ssh.ssh_channel_request_exec(channel, b"echo libssh; exit 5"))
buffer = ctypes.create_string_buffer(1024)
while (count := ssh.ssh_channel_read(channel, buffer, len(buffer), 0)) > 0:
    sys.stdout.write(buffer.raw[:count].decode())
status = ssh.ssh_channel_get_exit_status(channel)
ssh.ssh_disconnect(session)
sys.exit(status)
`;

/** The libraries, each with what is needed to have it. */
export const sshLibraries: readonly SshLibrary[] = [
  library("paramiko", paramiko, "import paramiko"),
  library("asyncssh", asyncssh, "import asyncssh"),
  library("libssh", libssh, "import ctypes; ctypes.CDLL('libssh.so.4')"),
];

function library(name: string, script: string, proof: string): SshLibrary {
  return {
    name,
    missing: runs(proof) ? null : `${name} is not installed`,
    args: (port, user) => ["-c", script, String(port), user],
  };
}

function runs(script: string): boolean {
  if (!existsSync(python)) return false;
  try {
    execFileSync(python, ["-c", script], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
