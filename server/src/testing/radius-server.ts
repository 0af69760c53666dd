import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { freePort } from "../engine/testing/free-port.ts";

/** Somebody the server knows. */
export interface RadiusTestPerson {
  readonly name: string;
  readonly password: string;
  /** Answered as `Filter-Id`. */
  readonly group?: string;
  /** A code the server asks for once the password is right. */
  readonly code?: string;
  /** State of the account by FreeRADIUS's `SMB-Account-CTRL`, which counts for MS-CHAPv2. */
  readonly accountControl?: number;
  /** What a policy of the server lets nobody in by, once the password is right: the hours, or that they may not dial in. */
  readonly barred?: "hours" | "dialIn";
}

/** A real FreeRADIUS on a port of its own, over a folder that goes with it. */
export interface RadiusTestServer {
  readonly port: number;
  readonly secret: string;
  /** The settings of the product for this server. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Closes the account of somebody while it runs. */
  remove(name: string): Promise<void>;
  /** Stops answering, as a server that hangs does. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

const program = "/usr/sbin/freeradius";
const secret = "Shared-secret-of-a-test-9";

/** Whether there is a FreeRADIUS on this machine. */
export const radiusMissing = (): boolean => spawnSync(program, ["-v"]).status !== 0;

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

const users = (people: readonly RadiusTestPerson[]): string =>
  people
    .map(({ name, password, group, code, accountControl, barred }) => {
      const checks = [
        `Cleartext-Password := ${quoted(password)}`,
        ...(code === undefined ? [] : [`Tmp-String-0 := ${quoted(code)}`]),
        ...(accountControl === undefined ? [] : [`SMB-Account-CTRL := ${accountControl}`]),
        ...(barred === "hours" ? ['Login-Time := "Never"'] : []),
        ...(barred === "dialIn" ? ['Tmp-String-2 := "no dial-in"'] : []),
      ];
      const reply = group === undefined ? "" : `\tFilter-Id := ${quoted(group)}\n`;
      return `${quoted(name)} ${checks.join(", ")}\n${reply}`;
    })
    .join("\n");

/** A configuration of FreeRADIUS: PAP, CHAP and MS-CHAPv2, and a question to those who have a code. */
const configuration = (folder: string, port: number): string => `
prefix = /usr
libdir = /usr/lib/freeradius
raddbdir = ${folder}
logdir = ${folder}
run_dir = ${folder}
pidfile = ${folder}/pid
max_request_time = 5
cleanup_delay = 0
hostname_lookups = no
proxy_requests = no
log {
  destination = stdout
}
security {
  max_attributes = 200
  reject_delay = 0
  status_server = no
  allow_vulnerable_openssl = yes
}
thread pool {
  start_servers = 1
  max_servers = 2
  min_spare_servers = 1
  max_spare_servers = 1
}
modules {
  pap {
  }
  chap {
  }
  mschap {
    use_mppe = yes
  }
  logintime {
    minimum_timeout = 60
  }
  always ok {
    rcode = ok
  }
  always handled {
    rcode = handled
  }
  always reject {
    rcode = reject
  }
  files {
    filename = ${folder}/people
  }
}
client test {
  ipaddr = 127.0.0.1
  secret = ${quoted(secret)}
  require_message_authenticator = yes
}
server default {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${port}
  }
  authorize {
    files
    if (&State) {
      update control {
        Auth-Type := code
      }
    }
    elsif (&control:Tmp-String-0) {
      update control {
        Auth-Type := ask
      }
    }
    else {
      chap
      mschap
      pap
    }
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type CHAP {
      chap
    }
    Auth-Type MS-CHAP {
      mschap
    }
    Auth-Type ask {
      pap
      if (ok) {
        update reply {
          Reply-Message := "Enter the code of your token"
        }
        update session-state {
          Tmp-String-1 := "%{control:Tmp-String-0}"
        }
        update control {
          Response-Packet-Type := Access-Challenge
        }
        handled
      }
    }
    Auth-Type code {
      if (&session-state:Tmp-String-1 && &User-Password == "%{session-state:Tmp-String-1}") {
        ok
      }
      else {
        reject
      }
    }
  }
  post-auth {
    update reply {
      Message-Authenticator := 0x00
    }
    if (&control:Login-Time) {
      logintime.authorize {
        userlock = 1
      }
      if (userlock) {
        update control {
          Tmp-String-3 := "\\001E=646 R=0 V=3 M=Restricted logon hours"
        }
        reject
      }
    }
    if (&control:Tmp-String-2) {
      update control {
        Tmp-String-3 := "\\001E=649 R=0 V=3 M=No dial-in permission"
      }
      reject
    }
    Post-Auth-Type REJECT {
      if (&control:Tmp-String-3) {
        update reply {
          MS-CHAP-Error := &control:Tmp-String-3
        }
      }
      update reply {
        Message-Authenticator := 0x00
      }
    }
    Post-Auth-Type Challenge {
      update reply {
        Message-Authenticator := 0x00
      }
    }
  }
}
`;

/** Starts a server that knows these people. */
export async function startRadiusServer(people: readonly RadiusTestPerson[]): Promise<RadiusTestServer> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-radius-"));
  const port = await freePort();
  writeFileSync(join(folder, "radiusd.conf"), configuration(folder, port), { mode: 0o600 });
  const list = join(folder, "people");
  writeFileSync(list, users(people), { mode: 0o600 });
  writeFileSync(join(folder, "dictionary"), "$INCLUDE /usr/share/freeradius/dictionary\n");
  const child = spawn(program, ["-f", "-l", "stdout", "-d", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const known = [...people];
  try {
    await says(lines, "Ready to process requests");
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    port,
    secret,
    settings: { RADIUS_SERVER: "127.0.0.1", RADIUS_PORT: port, RADIUS_SECRET: secret },
    async remove(name) {
      known.splice(
        known.findIndex((one) => one.name === name),
        1,
      );
      writeFileSync(list, users(known));
      // It reads what has another date alone, and looks at whole seconds.
      utimesSync(list, new Date(), new Date(Date.now() + 10_000));
      const read = says(lines, "HUP");
      child.kill("SIGHUP");
      await read;
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async close() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for a line of the server. */
async function says(lines: Interface, text: string): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const hear = (line: string) => {
      said.push(line);
      if (!line.includes(text)) return;
      lines.off("line", hear);
      resolve();
    };
    lines.on("line", hear);
    lines.once("close", () => reject(new Error(`FreeRADIUS ended: ${said.join("\n")}`)));
  });
}
