import { createDecipheriv } from "node:crypto";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { testCertificate } from "../../testing/certificate.ts";
import type { HostKey } from "../../transport/ssh/host-key.ts";
import { ping, verifyAccount } from "../methods/ping.ts";
import { type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { isLinkLocal } from "./web.ts";

/*
 * Peers that cannot be had here: local servers that speak the first messages of each protocol, as its
 * specification has them.
 */

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (talk: (socket: Socket) => void) =>
  listening(
    createServer((socket) => {
      socket.on("error", () => undefined);
      talk(socket);
    }),
  );

/** Answers the n-th piece it hears with the n-th answer. */
const script = (...answers: readonly ((heard: Buffer) => Buffer)[]) => {
  return (socket: Socket) => {
    const left = [...answers];
    socket.on("data", (heard) => {
      const answer = left.shift();
      if (answer !== undefined) socket.write(answer(heard));
    });
  };
};

const spec = (protocol: string, port: number, change: JobSpecChange = {}) => ({
  ...jobSpecFor({
    ...change,
    target: { protocol, port, specification: { db_name: "shop" }, ...change.target },
  }),
  timeoutSeconds: 6,
});

describe("VNC", () => {
  const challenge = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
  // "secret", each byte mirrored: s 0x73 -> 0xce, e 0x65 -> 0xa6, c 0x63 -> 0xc6, r 0x72 -> 0x4e, t 0x74 -> 0x2e.
  const key = Buffer.from("cea6c64ea62e0000", "hex");
  const start = (result: number) =>
    serve((socket) => {
      socket.write("RFB 003.008\n");
      script(
        () => Buffer.from([1, 2]),
        () => challenge,
        (answer) => {
          expect(answer).toHaveLength(16);
          const decipher = createDecipheriv("des-ede3-ecb", Buffer.concat([key, key, key]), null);
          decipher.setAutoPadding(false);
          expect(Buffer.concat([decipher.update(answer), decipher.final()])).toEqual(challenge);
          return Buffer.from([0, 0, 0, result]);
        },
      )(socket);
    });

  it("is signed in to by its challenge", async () => {
    expect(await runJobSpec(verifyAccount, spec("vnc", await start(0)))).toMatchObject({ code: null });
    expect(await runJobSpec(verifyAccount, spec("vnc", await start(1)))).toMatchObject({
      code: "authentication_failed",
    });
  });

  it("without a password answers, and has verified nobody", async () => {
    const port = await serve((socket) => {
      socket.write("RFB 003.008\n");
      script(() => Buffer.from([1, 1]))(socket);
    });
    expect(await runJobSpec(ping, spec("vnc", port))).toMatchObject({ result: { account_checked: false } });
    expect(await runJobSpec(verifyAccount, spec("vnc", port))).toMatchObject({ code: "not_supported" });
  });
});

describe("RDP", () => {
  const confirm = (kind: number, value: number) => {
    const packet = Buffer.alloc(19);
    packet.set([3, 0, 0, 19, 14, 0xd0, 0, 0, 0x12, 0x34, 0, kind, 0, 8, 0]);
    packet.writeUInt32LE(value, 15);
    return packet;
  };
  const start = () =>
    serve((socket) => {
      socket.once("data", (request) => {
        expect(request.subarray(0, 6).toString("hex")).toBe("030000130ee0");
        socket.write(confirm(2, 2));
        const secure = new TLSSocket(socket, { isServer: true, ...testCertificate });
        secure.on("error", () => undefined);
      });
    });

  it("is negotiated with, and the key of its certificate pinned", async () => {
    const port = await start();
    const pins = new Map<string, HostKey>();
    const first = await runJobSpec(ping, spec("rdp", port), { pins });
    expect(first).toMatchObject({ code: null, result: { account_checked: false } });
    expect([...pins.values()]).toMatchObject([{ algorithm: "x509-ec", fingerprint: /^SHA256:/ }]);
    for (const [endpoint, key] of pins)
      pins.set(endpoint, { ...key, publicKey: "AAAA", fingerprint: "SHA256:other" });
    expect((await runJobSpec(ping, spec("rdp", port), { pins })).code).toBe("host_key_changed");
  });

  it("that refuses the protection asked for says so", async () => {
    const port = await serve(script(() => confirm(3, 5)));
    expect(await runJobSpec(ping, spec("rdp", port))).toMatchObject({ code: "protocol_error" });
  });
});

describe("web assets", () => {
  const start = (listener: RequestListener) => listening(createHttp(listener));
  const web = (address: string) => runJobSpec(ping, spec("http", 0, { target: { address } }));

  it("answer below 500, by GET where HEAD is not known, and are not followed elsewhere", async () => {
    const asked: string[] = [];
    const port = await start(({ method, url, headers }, response) => {
      asked.push(`${method} ${headers.host} ${url}`);
      if (url === "/get" && method === "HEAD") response.writeHead(405).end();
      else if (url === "/away") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
      else response.writeHead(url === "/down" ? 503 : 401).end("x".repeat(1_000_000));
    });
    const base = `http://127.0.0.1:${port}`;
    expect((await web(`${base}/page?a=b`)).log).toContain("The target responded with status 401.");
    expect((await web(`${base}/get`)).code).toBeNull();
    expect((await web(`${base}/away`)).log).toContain("The target responded with status 302.");
    expect((await web(`${base}/down`)).code).toBe("service_failed");
    expect(asked).toEqual(
      ["HEAD /page?a=b", "HEAD /get", "GET /get", "HEAD /away", "HEAD /down"].map((line) =>
        line.replace(" ", ` 127.0.0.1:${port} `),
      ),
    );
  });

  it("at addresses that only a machine itself asks are not asked", async () => {
    for (const address of [
      "169.254.169.254",
      "fe80::1",
      "::ffff:169.254.169.254",
      "0.0.0.0",
      "::ffff:a9fe:a9fe",
    ]) {
      expect(isLinkLocal(address), address).toBe(true);
    }
    expect(isLinkLocal("10.0.0.1")).toBe(false);
    expect((await web("http://169.254.169.254/latest/meta-data")).code).toBe("address_refused");
    expect((await web("http://[::ffff:169.254.169.254]/")).code).toBe("address_refused");
    expect((await web("gopher://127.0.0.1/")).code).toBe("invalid_setting");
  });
});

describe("Kubernetes", () => {
  it("tells its version and whose token it is, over TLS alone", async () => {
    const port = await listening(
      createHttps(testCertificate, ({ url, headers }, response) => {
        if (headers.authorization !== "Bearer good") response.writeHead(401).end();
        else if (url === "/version") response.end('{"gitVersion":"v1.29.1"}');
        else response.writeHead(201).end("{}");
      }),
    );
    const ask = (secret: string, scheme = "https") =>
      runJobSpec(
        ping,
        spec("k8s", 0, {
          target: { address: `${scheme}://127.0.0.1:${port}` },
          account: { secret, secretType: "token" },
        }),
      );
    expect(await ask("good")).toMatchObject({ result: { account_checked: true, version: "v1.29.1" } });
    expect((await ask("bad")).code).toBe("authentication_failed");
    expect((await ask("good", "http")).code).toBe("invalid_setting");
    expect((await ask("a b\r\nx: y")).code).toBe("secret_missing");
  });
});

describe("ClickHouse", () => {
  const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const clickhouse = (answer: Buffer) => {
    const heard: Buffer[] = [];
    const answering = script((hello) => {
      heard.push(hello);
      return answer;
    });
    return { heard, port: serve(answering) };
  };

  it("is signed in to by its hello", async () => {
    const { heard, port } = clickhouse(
      Buffer.concat([Buffer.from([0]), text("ClickHouse"), Buffer.from([24, 1, 0xb2, 0xa6, 3])]),
    );
    const outcome = await runJobSpec(verifyAccount, spec("clickhouse", await port));
    expect(outcome).toMatchObject({ code: null });
    expect(heard[0]?.toString("latin1")).toContain(`${text("shop")}${text("operator")}${text("secret")}`);
  });

  it("tells a wrong account", async () => {
    const code = Buffer.alloc(4);
    code.writeInt32LE(516);
    const { port } = clickhouse(Buffer.concat([Buffer.from([2]), code, text("DB::Exception"), text("no")]));
    expect((await runJobSpec(ping, spec("clickhouse", await port))).code).toBe("authentication_failed");
  });
});

describe("SQL Server", () => {
  /** The answer to the pre-login message: a version, and whether the sign-in is encrypted. */
  const prelogin = (encryption: number) => {
    const body = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryption]);
    const header = Buffer.from([4, 1, 0, body.length + 8, 0, 0, 1, 0]);
    return Buffer.concat([header, body]);
  };
  const heardBy = async (specification: object) => {
    const heard: Buffer[] = [];
    const port = await serve((socket) => {
      socket.on("data", (data) => {
        heard.push(data);
        socket.write(prelogin(2));
      });
    });
    const outcome = await runJobSpec(
      ping,
      spec("sqlserver", port, { target: { specification: { db_name: "shop", ...specification } } }),
    );
    return { outcome, types: heard.map((data) => data[0]) };
  };

  it("gets no sign-in when TLS is asked for and not offered", async () => {
    const { outcome, types } = await heardBy({ use_ssl: true });
    expect(outcome.code).toBe("tls_failed");
    expect(types).toEqual([0x12]);
  });

  it("is sent the sign-in where the asset does not ask for TLS", async () => {
    const { outcome, types } = await heardBy({});
    expect(outcome.code).not.toBeNull();
    expect(types.slice(0, 2)).toEqual([0x12, 0x10]);
  });
});

describe("Oracle", () => {
  it("is asked for the service, and its refusal is understood", async () => {
    let heard = "";
    const refuse = "(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))";
    const port = await serve((socket) => {
      socket.on("data", (data) => {
        heard += data.toString("latin1");
        const body = Buffer.concat([Buffer.from([0x22, 0, 0, refuse.length]), Buffer.from(refuse)]);
        const header = Buffer.alloc(8);
        header.writeUInt16BE(body.length + 8);
        header[4] = 4;
        socket.write(Buffer.concat([header, body]));
      });
    });
    const { code } = await runJobSpec(ping, spec("oracle", port));
    expect(heard).toContain("(SERVICE_NAME=shop)");
    expect(heard).not.toContain("secret");
    expect(code).toBe("database_unknown");
  });

  it("is not asked for what cannot be the name of a service", async () => {
    const target = { specification: { db_name: "shop)(ADDRESS=(HOST=elsewhere)" } };
    expect((await runJobSpec(ping, spec("oracle", 1, { target }))).code).toBe("invalid_setting");
  });
});

describe("MongoDB", () => {
  /** A document of numbers, booleans and strings, as BSON. */
  const bson = (fields: Readonly<Record<string, number | boolean | string | Buffer>>): Buffer => {
    const parts = Object.entries(fields).map(([name, value]) => {
      const key = Buffer.from(`${name}\0`);
      if (typeof value === "boolean")
        return Buffer.concat([Buffer.from([8]), key, Buffer.from([value ? 1 : 0])]);
      if (typeof value === "string") {
        const data = Buffer.from(`${value}\0`);
        const length = Buffer.alloc(4);
        length.writeInt32LE(data.length);
        return Buffer.concat([Buffer.from([2]), key, length, data]);
      }
      if (Buffer.isBuffer(value)) {
        const length = Buffer.alloc(4);
        length.writeInt32LE(value.length);
        return Buffer.concat([Buffer.from([5]), key, length, Buffer.from([0]), value]);
      }
      const number = Buffer.alloc(8);
      number.writeDoubleLE(value);
      return Buffer.concat([Buffer.from([1]), key, number]);
    });
    const body = Buffer.concat([...parts, Buffer.from([0])]);
    const length = Buffer.alloc(4);
    length.writeInt32LE(body.length + 4);
    return Buffer.concat([length, body]);
  };
  const reply = (request: Buffer, document: Buffer): Buffer => {
    const old = request.readInt32LE(12) === 2004;
    const body = old
      ? Buffer.concat([Buffer.from("0800000000000000000000000000000001000000", "hex"), document])
      : Buffer.concat([Buffer.alloc(5), document]);
    const header = Buffer.alloc(16);
    header.writeInt32LE(body.length + 16, 0);
    header.writeInt32LE(request.readInt32LE(4), 8);
    header.writeInt32LE(old ? 1 : 2013, 12);
    return Buffer.concat([header, body]);
  };

  it("is greeted and asked to sign in by SCRAM, and its refusal is understood", async () => {
    const heard: string[] = [];
    const port = await serve((socket) => {
      socket.on("data", (request) => {
        const said = request.toString("latin1");
        heard.push(said);
        const answer = said.includes("saslStart")
          ? bson({ ok: 0, code: 18, codeName: "AuthenticationFailed", errmsg: "Authentication failed." })
          : bson({ ok: 1, helloOk: true, isWritablePrimary: true, maxWireVersion: 21, minWireVersion: 0 });
        socket.write(reply(request, answer));
      });
    });
    const { code } = await runJobSpec(verifyAccount, spec("mongodb", port));
    expect(code).toBe("authentication_failed");
    expect(heard.join("")).toContain("SCRAM-SHA");
    expect(heard.join("")).not.toContain("secret");
  });
});
