import { randomUUID } from "node:crypto";
import { publishTask } from "../../engine/tasks/index.ts";
import type { AccessChannel, Errand, Hand } from "./access-channel.ts";
import { type Attempt, watch } from "./attempt.ts";

/** Shows the mark and stays: nobody types anything into a job. */
const showMark = ({ who }: Errand): string => `cat ${who.bed.there}/mark; exec sleep 300`;

/** A job of the person's, which runs on the schedule it was given while everything was granted. */
async function leaveJob(errand: Errand): Promise<Hand> {
  const { who, asset } = errand;
  const answer = await who.session.call("POST", "ops/jobs/", {
    name: randomUUID(),
    args: showMark(errand),
    runas: who.bed.gateway.target.username,
    assets: [asset.id],
    crontab: "0 0 1 1 *",
  });
  if (answer.status !== 201) throw new Error(`no job: ${answer.text}`);
  return { id: answer.body.id, value: "" };
}

/** The clock runs it. */
function runJob({ who }: Errand, hand: Hand | null): Attempt {
  const { product } = who.bed.gateway;
  const { pool } = product.database;
  const task = product.services.extensions.of("tasks").find(({ name }) => name === "ops.tasks.run_ops_job");
  if (task === undefined) throw new Error("no task runs jobs by the clock");
  let said = "";
  let isOver = false;
  const published = publishTask(product.services, task, {
    kwargs: { job: hand?.id ?? "" },
    organizationId: "00000000-0000-0000-0000-000000000002",
    user: { id: who.person.id, display: who.person.username },
  });
  const look = async (): Promise<boolean> => {
    const id = await published;
    const ended = await pool.query("select date_finished from task_executions where id = $1", [id]);
    const { rows } = await pool.query<{ content: string }>(
      "select content from task_logs where execution_id = $1 order by position",
      [id],
    );
    said = rows.map(({ content }) => content).join("");
    isOver = ended.rows[0]?.date_finished !== null;
    return said.includes(who.bed.mark);
  };
  const reached = watch(
    look,
    () => isOver,
    () => said,
  );
  reached.catch(() => undefined);
  return {
    reached,
    ended: reached.then(() => undefined),
    said: () => said,
    async leave() {
      const id = await published;
      await pool.query("update task_executions set stop_requested = true where id = $1", [id]);
      await product.services.events.publish("tasks.stop", id);
      await watch(
        async () => {
          await look();
          return isOver;
        },
        () => false,
        () => `a job that does not end: ${said}`,
      );
    },
  };
}

/** Jobs. */
export const jobChannels: readonly AccessChannel[] = [
  {
    name: "job, by the clock",
    by: "clock",
    session: { type: "command", login_from: "JB", protocol: "ssh", is_recorded: true },
    prepare: leaveJob,
    enter: runJob,
  },
];
