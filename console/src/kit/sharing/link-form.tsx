import { useQuery } from "@tanstack/react-query";
import { Button, Radio, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../feedback.ts";
import { useDebounced } from "../use-debounced.ts";
import { createLink, findPeople, type SharePermission } from "./sharing-api.ts";

/** For how long a link can be made to hold, in minutes. */
const MINUTES = [1, 5, 10, 20, 60] as const;
const USUAL = 10;

/** What a new link is like. */
export function LinkForm(props: { readonly sessionId: string; readonly onMade: () => Promise<unknown> }) {
  const { sessionId, onMade } = props;
  const { t } = useTranslation("sharing");
  const id = useId();
  const [minutes, setMinutes] = useState<number>(USUAL);
  const [permission, setPermission] = useState<SharePermission>("writable");
  const [people, setPeople] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      await createLink(sessionId, { expired_time: minutes, users: people, action_permission: permission });
      setPeople([]);
      await onMade();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="share-form"
      aria-label={t("newLink")}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <label htmlFor={`${id}-minutes`}>{t("minutes")}</label>
      <Select
        id={`${id}-minutes`}
        value={minutes}
        onChange={setMinutes}
        options={MINUTES.map((count) => ({ value: count, label: t("minutes", { count }) }))}
      />
      <span id={`${id}-rights`}>{t("rights")}</span>
      <Radio.Group
        aria-labelledby={`${id}-rights`}
        value={permission}
        onChange={(event) => setPermission(event.target.value as SharePermission)}
        options={(["writable", "readonly"] as const).map((value) => ({ value, label: t(value) }))}
      />
      <label htmlFor={`${id}-people`}>{t("people")}</label>
      <PeopleSelect id={`${id}-people`} sessionId={sessionId} value={people} onChange={setPeople} />
      <Button type="primary" htmlType="submit" loading={isBusy} className="share-create">
        {t("create")}
      </Button>
    </form>
  );
}

/** People a link is for; nobody chosen: whoever has the code. */
function PeopleSelect(props: {
  readonly id: string;
  readonly sessionId: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const { id, sessionId, value, onChange } = props;
  const { t } = useTranslation("sharing");
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const search = useDebounced(typed);
  const found = useQuery({
    queryKey: ["session-sharing-people", sessionId, search],
    queryFn: ({ signal }) => findPeople(sessionId, search, signal),
    enabled: isOpen,
  });
  const options = (found.data ?? []).map((person) => ({
    value: person.id,
    label: `${person.name}(${person.username})`,
  }));
  const chosen = value.map((key) => ({ value: key, label: names.get(key) ?? key }));
  return (
    <Select
      id={id}
      mode="multiple"
      labelInValue
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen}
      placeholder={t("anyone")}
      options={options}
      loading={found.isFetching}
      notFoundContent={search === "" ? t("findPeople") : t("noPeople")}
      onOpenChange={setOpen}
      onChange={(next: readonly { readonly value: string; readonly label?: unknown }[]) => {
        setNames(new Map(next.map((one) => [one.value, String(one.label)])));
        onChange(next.map((one) => one.value));
      }}
    />
  );
}
