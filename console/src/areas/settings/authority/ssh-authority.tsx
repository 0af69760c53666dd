import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "antd";
import i18next from "i18next";
import type { ReactNode } from "react";
import { api } from "../../../kit/api/client.ts";
import { objectQuery } from "../../../kit/api/resources.ts";
import { DetailCard } from "../../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { formatDate } from "../../../kit/metadata/dates.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { refreshShownData } from "../../../kit/shown-data.ts";
import { type ActionOutcome, taskOutcome } from "../../../kit/task-outcome.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import {
  AUTHORITY_URL,
  type AuthorityKey,
  type AuthorityState,
  type FormerAccountKey,
  type FormerPeopleKey,
  KEYS_URL,
} from "./authority-state.ts";

/** Milliseconds between looks while accounts are moved. */
const MOVING = 5_000;

/** Accounts that trust a former key. */
const LEFT: ResourceDescriptor = {
  url: `${AUTHORITY_URL}accounts/`,
  permission: { app: "settings", model: "terminal" },
  global: true,
  routes: { list: "/settings/terminal" },
};

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "asset", "state", "problem", "date_tried"],
  always: ["name", "state", "problem"],
  overrides: Object.fromEntries(
    ["asset", "state", "problem", "date_tried", "org_name"].map((name) => [name, { sortable: false }]),
  ),
};

const NO_ACTIONS: readonly [] = [];

/** Asks first; undefined: not after all. */
function ask(
  question: {
    readonly title: string;
    readonly content: ReactNode;
    readonly confirmText: string;
    readonly danger?: boolean;
  },
  run: () => Promise<string | null>,
): Promise<ActionOutcome | undefined> {
  return new Promise((resolve, reject) =>
    confirm({
      ...question,
      onCancel: () => resolve(undefined),
      onConfirm: async () => {
        const task = await run();
        await refreshShownData();
        if (task === null) resolve(undefined);
        else taskOutcome(task).then(resolve, reject);
      },
    }),
  );
}

const post = async (path: string, body: object): Promise<string | null> =>
  (await api<{ readonly task: string | null }>(`${AUTHORITY_URL}${path}/`, { method: "POST", body })).task;

function replaceAccountKey(): Promise<ActionOutcome | undefined> {
  return ask(
    {
      title: i18next.t("authority:accounts.replaceTitle"),
      content: i18next.t("authority:accounts.replaceBody"),
      confirmText: i18next.t("authority:replace"),
    },
    () => post("rotation", { purpose: "accounts" }),
  );
}

function replacePeopleKey(): Promise<ActionOutcome | undefined> {
  const body = { purpose: "people", end_now: false };
  return ask(
    {
      title: i18next.t("authority:people.replaceTitle"),
      content: (
        <>
          <p>{i18next.t("authority:people.replaceBody")}</p>
          <Checkbox
            onChange={({ target }) => {
              body.end_now = target.checked;
            }}
          >
            {i18next.t("authority:people.endNowToo")}
          </Checkbox>
        </>
      ),
      confirmText: i18next.t("authority:replace"),
    },
    () => post("rotation", body),
  );
}

function retireAccountKey({ fingerprint, waiting }: FormerAccountKey): Promise<ActionOutcome | undefined> {
  const isHarmless = waiting === 0;
  return ask(
    {
      title: i18next.t("authority:accounts.retireTitle"),
      content: isHarmless
        ? i18next.t("authority:accounts.retireBody")
        : i18next.t("authority:accounts.retireLoses", { count: waiting }),
      confirmText: i18next.t("authority:accounts.retire"),
      danger: true,
    },
    async () => {
      const task = await post("retirement", { fingerprint, accounts: waiting });
      toast("success", i18next.t("authority:accounts.retired"));
      return task;
    },
  );
}

function endPeopleKey({ fingerprint, certificates }: FormerPeopleKey): Promise<ActionOutcome | undefined> {
  return ask(
    {
      title: i18next.t("authority:people.endTitle"),
      content: i18next.t("authority:people.endBody", { count: certificates }),
      confirmText: i18next.t("authority:people.end"),
      danger: true,
    },
    async () => {
      const task = await post("retirement", { fingerprint });
      toast("success", i18next.t("authority:people.ended"));
      return task;
    },
  );
}

/** The key that signs now. */
function KeyCard({ title, value }: { readonly title: string; readonly value: AuthorityKey | null }) {
  const { t } = useSettingsTexts();
  if (value === null) {
    return (
      <section className="card">
        <h2>{title}</h2>
        <p className="hint">{t("authority:noKey")}</p>
      </section>
    );
  }
  return (
    <DetailCard
      title={title}
      items={[
        { key: "line", label: t("authority:publicKey"), value: <code>{value.public_key}</code> },
        { key: "fingerprint", label: t("authority:fingerprint"), value: <code>{value.fingerprint}</code> },
        { key: "since", label: t("authority:since"), value: <TimeText value={value.date_created} /> },
      ]}
    />
  );
}

function AccountKeys({ state: { accounts, task } }: { readonly state: AuthorityState }) {
  const { t } = useSettingsTexts();
  const former = accounts.former_keys.find(({ date_retired: retired }) => retired === null);
  const lines = accounts.former_keys.reduce((sum, one) => sum + one.lines, 0);
  const left = (former?.waiting ?? 0) + lines;
  const actions: QuickAction[] = [
    ...(former === undefined && accounts.key !== null
      ? [
          {
            key: "replace",
            title: t("authority:accounts.steady"),
            button: t("authority:replace"),
            run: replaceAccountKey,
          },
        ]
      : []),
    ...(left > 0
      ? [
          {
            key: "move",
            title:
              former === undefined || former.waiting === 0
                ? t("authority:accounts.lines", { count: lines })
                : t("authority:accounts.waiting", { count: former.waiting }),
            button: t("authority:accounts.tryAgain"),
            disabled: task !== null,
            run: async () => taskOutcome((await post("moves", {})) ?? ""),
          },
        ]
      : []),
    ...(former === undefined
      ? []
      : [
          {
            key: "retire",
            title: former.waiting === 0 ? t("authority:accounts.noneLeft") : t("authority:accounts.inUse"),
            button: t("authority:accounts.retire"),
            danger: former.waiting > 0,
            disabled: task !== null,
            run: () => retireAccountKey(former),
          },
        ]),
  ];
  return (
    <>
      <KeyCard title={t("authority:accounts.title")} value={accounts.key} />
      <QuickActions title={t("authority:accounts.rotation")} actions={actions}>
        <p className="hint">
          {t(former === undefined ? "authority:accounts.help" : "authority:accounts.runningHelp")}
        </p>
        {task === null ? null : <p role="status">{t("authority:accounts.moving")}</p>}
      </QuickActions>
      {left === 0 ? null : (
        <section className="card">
          <h2>{t("authority:accounts.left")}</h2>
          <ResourceList
            resource={LEFT}
            label={t("authority:accounts.left")}
            columns={COLUMNS}
            inAddress={false}
            create={null}
            bulk={{ delete: false }}
            toolbar={{ imports: false, exports: false }}
            rows={{ builtIns: NO_ACTIONS }}
            emptyHint={t("authority:accounts.noneLeft")}
            {...(task === null ? {} : { refreshEvery: MOVING })}
          />
        </section>
      )}
    </>
  );
}

function PeopleKeys({ state: { people } }: { readonly state: AuthorityState }) {
  const { t } = useSettingsTexts();
  const former = people.former_keys.filter(
    ({ date_retired: retired, certificates }) => retired === null && certificates > 0,
  );
  const actions: QuickAction[] = [
    ...(people.key === null
      ? []
      : [
          {
            key: "replace",
            title: t("authority:people.steady"),
            button: t("authority:replace"),
            run: replacePeopleKey,
          },
        ]),
    ...former.map((key) => ({
      key: key.fingerprint,
      title: t("authority:people.former", {
        count: key.certificates,
        time: formatDate(key.date_expired),
        fingerprint: key.fingerprint,
      }),
      button: t("authority:people.end"),
      danger: true,
      run: () => endPeopleKey(key),
    })),
  ];
  return (
    <>
      <KeyCard title={t("authority:people.title")} value={people.key} />
      <QuickActions title={t("authority:people.rotation")} actions={actions}>
        <p className="hint">{t("authority:people.help")}</p>
      </QuickActions>
    </>
  );
}

/** The keys of the SSH certificate authority, and putting new ones in their place. */
export function SshAuthority() {
  const state = useQuery({
    ...objectQuery<AuthorityState>(KEYS_URL),
    refetchInterval: ({ state: { data } }) => (data?.task == null ? false : MOVING),
  });
  if (state.data === undefined) {
    return state.error === null ? (
      <div className="card-loading" />
    ) : (
      <FailureNotice error={state.error} onRetry={() => void state.refetch()} />
    );
  }
  return (
    <div className="monitor">
      <AccountKeys state={state.data} />
      <PeopleKeys state={state.data} />
    </div>
  );
}
