import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testCertificate } from "../../testing/certificate.ts";
import { runStatement } from "../methods/run-statement.ts";
import { type DatabasePeer, missingPeers, startMariadb, startPostgresql } from "../testing/database-peers.ts";
import { type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { startTdsServer, type TdsServer } from "../testing/tds-server.ts";
import { batchesOf, textOf } from "./sqlserver.ts";

/** What holds for every database: the statements differ, what people read does not. */
function runsStatements(protocol: string, start: () => Promise<DatabasePeer>) {
  let peer: DatabasePeer;
  beforeAll(async () => {
    peer = await start();
  });
  afterAll(() => peer?.stop());
  const run = async (statement: string, change: JobSpecChange = {}, signal?: AbortSignal) => {
    const { username, password, database, port } = peer;
    const spec = jobSpecFor({
      method: "run_statement",
      statement,
      account: { username, secret: password },
      ...change,
      target: {
        ...{ category: "database", type: protocol, protocol, port },
        specification: { db_name: database, ...change.target?.specification },
      },
    });
    const outcome = await runJobSpec(runStatement, spec, signal === undefined ? {} : { signal });
    const said = (isError: boolean) =>
      outcome.output.flatMap((one) => (one.isError === isError ? [one.text] : [])).join("");
    return { ...outcome, said: said(false), errors: said(true) };
  };

  it("tells rows as a table, changes by their number, and several statements in their order", async () => {
    const { result, said, errors } = await run(
      `create table goods (id int, name varchar(40))${protocol === "mariadb" ? " character set utf8mb4" : ""}; ` +
        "insert into goods values (1, 'tea'), (22, '緑茶'), (3, null); " +
        "select id, name from goods order by id; delete from goods where id > 1; select name from goods where id = 9",
    );
    expect({ result, errors }).toEqual({ result: { code: 0 }, errors: "" });
    expect(said).toBe(
      [
        // The protocol of MySQL tells a number of whatever brings no rows.
        protocol === "mariadb" ? "0 rows changed" : "Done",
        "3 rows changed",
        "id | name",
        "---+-----",
        "1  | tea",
        "3  | NULL",
        "22 | 緑茶",
        "(3 rows)",
        "2 rows changed",
        "name",
        "----",
        "(0 rows)",
        "",
      ].join("\n"),
    );
  });

  it("tells what the database refuses in its own words, and what came before", async () => {
    const { result, said, errors } = await run("select 1 as one; select * from nothing_here");
    expect(result).toEqual({ code: 1 });
    expect(said).toContain("(1 row)");
    expect(errors).toMatch(/^ERROR \w+: .*nothing_here/);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });

  it("writes values in one line that could break a table, turn a text or command a terminal", async () => {
    const { said } = await run(
      protocol === "postgresql"
        ? "select E'a\\nb\\x1b[31mc\\xe2\\x80\\xaed' as value"
        : "select concat('a\\nb', char(27), '[31mc', convert(unhex('E280AE') using utf8mb4), 'd') as value",
    );
    expect(said).toContain("a\\nb\\u001b[31mc\\u202ed\n");
  });

  it("counts rows that are too many to tell", async () => {
    const many =
      protocol === "postgresql"
        ? "select repeat('x', 1000) as value from generate_series(1, 20000)"
        : "with recursive n (n) as (select 1 union all select n + 1 from n where n < 20000) select repeat('x', 1000) as value from n";
    const { result, said, errors } = await run(
      protocol === "postgresql" ? many : `set max_recursive_iterations = 30000; ${many}`,
    );
    expect(result).toEqual({ code: 0 });
    expect(said.length).toBeLessThan(9_000_000);
    expect(said).toContain("(20000 rows)");
    expect(errors).toMatch(/^\d+ further rows are not shown/);
  });

  it("is given up while it runs", async () => {
    const stop = new AbortController();
    const pause = protocol === "postgresql" ? "select pg_sleep(60)" : "select sleep(60)";
    const outcome = run(pause, {}, stop.signal);
    setTimeout(() => stop.abort(), 300);
    expect((await outcome).code).toBe("stopped");
  });

  it("goes over TLS that is checked, and says what is wrong with an account without its password", async () => {
    const trusted = { use_ssl: true, ca_cert: testCertificate.cert };
    expect((await run("select 1", { target: { specification: trusted } })).code).toBeNull();
    expect((await run("select 1", { target: { specification: { use_ssl: true } } })).code).toBe(
      "certificate_invalid",
    );
    const wrong = await run("select 1", { account: { username: peer.username, secret: "not the one" } });
    expect(wrong.code).toBe("authentication_failed");
    expect(wrong.text).not.toContain("not the one");
  });
}

describe.skipIf(missingPeers.postgresql !== null)("statements of PostgreSQL", () => {
  runsStatements("postgresql", startPostgresql);
});

describe.skipIf(missingPeers.mariadb !== null)("statements of MariaDB", () => {
  runsStatements("mariadb", startMariadb);
});

describe("statements of SQL Server", () => {
  let server: TdsServer;
  beforeAll(async () => {
    server = await startTdsServer();
  });
  afterAll(() => server?.close());
  const run = async (statement: string) => {
    const spec = jobSpecFor({
      method: "run_statement",
      statement,
      target: { category: "database", type: "sqlserver", protocol: "sqlserver", port: server.port },
    });
    const { result, code, output } = await runJobSpec(runStatement, spec);
    return {
      result,
      code,
      output: output.map(({ text, isError }) => `${isError ? "! " : ""}${text}`).join(""),
    };
  };

  it("tell rows, changes and what the server prints, batch by batch", async () => {
    const outcome = await run("select id, name from goods\nGO\nprint 'x'\nGO\nupdate goods set id = 1");
    expect(outcome).toEqual({
      result: { code: 0 },
      code: null,
      output:
        "id | name\n---+-----\n1  | tea\n2  | NULL\n(2 rows)\n3 rows changed\n! as printed\nDone\n3 rows changed\n",
    });
    expect(server.batches).toHaveLength(3);
  });

  it("end with the first one that is refused", async () => {
    const before = server.batches.length;
    const { result, output } = await run("select * from nowhere\nGO\nupdate goods set id = 1");
    expect(result).toEqual({ code: 1 });
    expect(output).toContain("! ERROR 208: Invalid object name 'nowhere'.\n");
    expect(server.batches.length - before).toBe(1);
  });
});

describe("a script of SQL Server", () => {
  it("is cut at lines of GO alone", () => {
    expect(batchesOf("select 1\nGO\nselect 'GO'\n go ;\r\n\nselect 2 -- GO\n")).toEqual([
      "select 1\n",
      "\nselect 'GO'\n",
      "\n\nselect 2 -- GO\n",
    ]);
  });

  it("brings values as people read them", () => {
    expect([null, new Date(0), Buffer.from([1, 255]), true, 1.5, "x"].map(textOf)).toEqual([
      null,
      "1970-01-01T00:00:00.000Z",
      "0x01FF",
      "1",
      "1.5",
      "x",
    ]);
  });
});
