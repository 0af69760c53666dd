import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import {
  commandJudge,
  connectionJudge,
  methodJudge,
  type PreviewedRuleKind,
  previewedKinds,
  readDraft,
  signInJudge,
} from "../../acls/index.ts";
import { methodOfSession } from "../../sessions/index.ts";
import { type Foreseen, foresee } from "./foresee.ts";
import {
  type CommandRecord,
  type ConnectionRecord,
  commandRecords,
  connectionRecords,
  namesToConnect,
  namesToRun,
  type RecordScope,
  type SignInRecord,
  signInRecords,
} from "./records.ts";

/** How far previews look back, in days. */
const days = 30;

type Draft = Awaited<ReturnType<typeof readDraft>>;

/** Answers what a draft changes about the records of a time. */
type Preview = (context: CallerContext, draft: Draft, since: Date) => Promise<Json>;

function answer<Record extends { readonly id: string; readonly at: Date }>(
  { timeZone }: CallerContext,
  since: Date,
  { counts, named, examined, stoppedAt }: Foreseen<Record>,
  present: (record: Record) => { readonly [name: string]: Json },
): Json {
  return {
    ...counts,
    since: writeInstant(since, timeZone),
    examined,
    stopped_at: stoppedAt === null ? null : writeInstant(stoppedAt, timeZone),
    results: named.map(({ effect, record }) => ({
      id: record.id,
      effect,
      date: writeInstant(record.at, timeZone),
      ...present(record),
    })),
  };
}

const presentConnection = ({ user, asset, account, remote_addr }: ConnectionRecord) => ({
  user,
  asset,
  account,
  remote_addr,
});

const signIns: Preview = async (context, draft, since) => {
  const { judge, ...about } = await signInJudge(context.services, draft);
  const scope: RecordScope = { ...about, since, organizationId: null, membershipIn: null };
  const foreseen = await foresee<SignInRecord>(context, {
    query: await signInRecords(context, scope),
    membershipIn: null,
    judge: ({ record, user }) => judge({ user, remoteAddress: record.remote_addr, at: record.at }),
  });
  return answer(context, since, foreseen, ({ user, remote_addr }) => ({ user, remote_addr }));
};

const connections: Preview = async (context, draft, since) => {
  const { judge, ...about } = await connectionJudge(context.services, draft);
  const { organizationId } = draft;
  const scope: RecordScope = { ...about, since, organizationId, membershipIn: organizationId };
  const foreseen = await foresee<ConnectionRecord>(context, {
    query: await connectionRecords(context, scope),
    membershipIn: organizationId,
    judge: ({ record, user, asset }) =>
      asset === null
        ? null
        : judge({
            user,
            asset,
            names: namesToConnect(record),
            account: `${record.account_id} ${record.account}`,
            remoteAddress: record.remote_addr,
            at: record.at,
          }),
  });
  return answer(context, since, foreseen, presentConnection);
};

const methods: Preview = async (context, draft, since) => {
  const { judge, users } = await methodJudge(context.services, draft);
  const { id, isRoot } = context.organization;
  const scope: RecordScope = {
    users,
    assets: [],
    since,
    organizationId: isRoot ? null : id,
    membershipIn: null,
  };
  const foreseen = await foresee<ConnectionRecord>(context, {
    query: await connectionRecords(context, scope),
    membershipIn: null,
    judge: ({ record, user }) => {
      const method = methodOfSession(record);
      return method === null ? null : judge({ user, method });
    },
  });
  return answer(context, since, foreseen, presentConnection);
};

const commands: Preview = async (context, draft, since) => {
  const { judge, ...about } = await commandJudge(context.services, draft);
  const { organizationId } = draft;
  const scope: RecordScope = { ...about, since, organizationId, membershipIn: organizationId };
  const foreseen = await foresee<CommandRecord>(context, {
    query: await commandRecords(context, scope),
    membershipIn: organizationId,
    judge: ({ record, user, asset }) =>
      asset === null
        ? null
        : judge({
            session: record.session_id,
            command: record.command,
            user,
            asset,
            names: namesToRun(record),
          }),
  });
  return answer(context, since, foreseen, (record) => ({
    ...presentConnection(record),
    session: record.session_id,
    input: record.input,
  }));
};

function previewRoute(
  kind: PreviewedRuleKind,
  title: string,
  seesRecords: string,
  preview: Preview,
): RouteDeclaration {
  const { app, model, path } = previewedKinds[kind].declaration;
  return {
    methods: ["POST"],
    path: `/api/v1/sallyport/${path}/preview/`,
    // Counts tell of what was done as well: whoever may not see the records is told nothing.
    access: permission(`${app}.view_${model}`, `${app}.add_${model}|${app}.change_${model}`, seesRecords),
    title,
    handle: async (routeContext, { body }) => {
      const context = caller(routeContext);
      const draft = await readDraft(context, kind, body);
      const since = new Date(Date.now() - days * 86_400_000);
      return { body: await preview(context, draft, since) };
    },
  };
}

/**
 * `POST sallyport/acls/<kind>/preview/`: what would have become of the sign-ins, connections and commands of the last
 * days under a rule that is not saved. Contract: docs/contract/acls.md, "What a rule would have done".
 */
export const rulePreviewRoutes: readonly RouteDeclaration[] = [
  previewRoute("login", "Login Acl Preview", "audits.view_userloginlog", signIns),
  previewRoute("assetLogin", "Login Asset Acl Preview", "terminal.view_session", connections),
  previewRoute("method", "Connect Method Acl Preview", "terminal.view_session", methods),
  previewRoute("command", "Command Filter Acl Preview", "terminal.view_command", commands),
];
