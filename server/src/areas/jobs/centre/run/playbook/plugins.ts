/**
 * What Ansible is given beside the playbook: how it reaches hosts, and how it tells what became of them. Ansible loads
 * both by their file names. They run in the sandbox, so nothing here is trusted.
 */

/** Carries commands and files of Ansible through the socket of the run; the gateway signs in, Ansible has no secret. */
export const connectionPlugin = String.raw`
DOCUMENTATION = """
name: sallyport
short_description: Runs commands through the gateway
description: [Runs commands through the gateway]
options: {}
"""
import json
import socket
from ansible.errors import AnsibleConnectionFailure, AnsibleError
from ansible.module_utils._text import to_bytes
from ansible.plugins.connection import ConnectionBase
from shlex import quote

class Connection(ConnectionBase):
    transport = "sallyport"
    has_pipelining = True
    has_tty = False

    def _connect(self):
        self._connected = True
        return self

    def exec_command(self, cmd, in_data=None, sudoable=True):
        super(Connection, self).exec_command(cmd, in_data=in_data, sudoable=sudoable)
        return self._run(to_bytes(cmd), to_bytes(in_data or b""))

    def put_file(self, in_path, out_path):
        super(Connection, self).put_file(in_path, out_path)
        with open(to_bytes(in_path), "rb") as source:
            code, _, err = self._run(to_bytes("cat > " + quote(out_path)), source.read())
        if code != 0:
            raise AnsibleError("%s cannot be written: %s" % (out_path, err.decode("utf-8", "replace")))

    def fetch_file(self, in_path, out_path):
        super(Connection, self).fetch_file(in_path, out_path)
        code, out, err = self._run(to_bytes("cat " + quote(in_path)), b"")
        if code != 0:
            raise AnsibleError("%s cannot be read: %s" % (in_path, err.decode("utf-8", "replace")))
        with open(to_bytes(out_path), "wb") as target:
            target.write(out)

    def close(self):
        self._connected = False

    def _run(self, command, data):
        head = {"host": self._play_context.remote_addr, "command": command.decode("latin-1"), "size": len(data)}
        out, err = [], []
        with socket.socket(socket.AF_UNIX) as link:
            try:
                link.connect("/play/hosts.sock")
                link.sendall(json.dumps(head).encode("ascii") + b"\n" + data)
                for line in link.makefile("rb"):
                    told = json.loads(line)
                    if "out" in told:
                        out.append(told["out"].encode("latin-1"))
                    elif "err" in told:
                        err.append(told["err"].encode("latin-1"))
                    elif "code" in told:
                        return told["code"], b"".join(out), b"".join(err)
                    else:
                        raise AnsibleConnectionFailure(told.get("failure", ""))
            except OSError as error:
                raise AnsibleConnectionFailure("The gateway cannot be reached: %s" % error)
        raise AnsibleConnectionFailure("The connection was ended.")
`;

/** In the place of Ansible's own connection to the machine it runs on. */
export const localPlugin = `
DOCUMENTATION = """
name: local
short_description: Refuses to run on the server
description: [Refuses to run on the server]
options: {}
"""
from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.connection import ConnectionBase

class Connection(ConnectionBase):
    transport = "local"
    has_pipelining = True

    def _connect(self):
        raise AnsibleConnectionFailure("Playbooks run on assets, not on the server.")

    def exec_command(self, cmd, in_data=None, sudoable=True):
        self._connect()

    def put_file(self, in_path, out_path):
        self._connect()

    def fetch_file(self, in_path, out_path):
        self._connect()

    def close(self):
        pass
`;

/** Tells on descriptor 3, a line of JSON each, what runs and what became of it. */
export const callbackPlugin = String.raw`
DOCUMENTATION = """
name: sallyport
type: stdout
short_description: Tells the gateway what became of hosts
description: [Tells the gateway what became of hosts]
"""
import json
import os
from ansible.plugins.callback import CallbackBase

class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "stdout"
    CALLBACK_NAME = "sallyport"

    def __init__(self):
        super(CallbackModule, self).__init__()
        self._reports = os.fdopen(3, "w", closefd=False)

    def _tell(self, **told):
        self._reports.write(json.dumps(told) + "\n")
        self._reports.flush()

    def _texts(self, result):
        if isinstance(result.get("results"), list):
            found = []
            for one in result["results"]:
                if isinstance(one, dict):
                    found.extend(self._texts(one))
            return found
        return [str(result[key]) for key in ("censored", "stdout", "stderr", "module_stdout", "module_stderr", "msg")
                if result.get(key) not in (None, "", [])]

    def _host(self, state, result):
        texts = self._texts(result._result)
        self._tell(kind="host", host=result._host.get_name(), state=state, task=result._task.get_name().strip(),
                   text="\n".join(texts)[:200000])

    def v2_playbook_on_play_start(self, play):
        self._tell(kind="play", name=play.get_name().strip())

    def v2_playbook_on_task_start(self, task, is_conditional):
        self._tell(kind="task", name=task.get_name().strip())

    def v2_playbook_on_handler_task_start(self, task):
        self._tell(kind="task", name=task.get_name().strip())

    def v2_runner_on_ok(self, result):
        self._host("changed" if result._result.get("changed") else "ok", result)

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._host("ignored" if ignore_errors else "failed", result)

    def v2_runner_on_unreachable(self, result):
        self._host("unreachable", result)

    def v2_runner_on_skipped(self, result):
        self._host("skipped", result)

    def v2_playbook_on_stats(self, stats):
        self._tell(kind="stats", hosts={name: stats.summarize(name) for name in stats.processed})
`;

/**
 * Runs on a host for the length of a run: programs by number, with what they read and say as lines of JSON in ASCII,
 * so that no encoding of the host alters them. One session carries all that Ansible does there.
 */
export const hostProgram = String.raw`
import json, os, signal, subprocess, sys, threading
lock = threading.Lock()
def tell(**told):
    with lock:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
def copy(number, name, stream):
    while True:
        data = os.read(stream.fileno(), 16384)
        if not data:
            return
        tell(id=number, **{name: data.decode("latin-1")})
def run(number, command, data, running):
    try:
        program = subprocess.Popen(["/bin/sh", "-c", command.encode("latin-1")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    except Exception as error:
        return tell(id=number, code=127, err=str(error))
    running.add(program)
    readers = [threading.Thread(target=copy, args=(number, name, stream))
        for name, stream in (("out", program.stdout), ("err", program.stderr))]
    for reader in readers:
        reader.start()
    try:
        program.stdin.write(data)
        program.stdin.close()
    except (OSError, ValueError):
        pass
    for reader in readers:
        reader.join()
    code = program.wait()
    running.discard(program)
    tell(id=number, code=code if code >= 0 else 128 - code)
def main():
    waiting, running = {}, set()
    for line in sys.stdin:
        told = json.loads(line)
        if "command" in told:
            waiting[told["id"]] = (told["command"], [])
        elif "data" in told:
            waiting[told["id"]][1].append(told["data"].encode("latin-1"))
        else:
            command, data = waiting.pop(told["id"])
            thread = threading.Thread(target=run, args=(told["id"], command, b"".join(data), running))
            thread.daemon = True
            thread.start()
    for program in list(running):
        try:
            os.killpg(program.pid, signal.SIGKILL)
        except OSError:
            pass
main()
os._exit(0)
`;
