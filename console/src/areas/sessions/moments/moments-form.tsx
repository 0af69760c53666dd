import { SearchOutlined } from "@ant-design/icons";
import { Button, DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { parseDate, toWireDate } from "../../../kit/metadata/dates.ts";
import type { MomentsQuery } from "./moments-api.ts";

interface MomentsFormProps {
  readonly asked: MomentsQuery;
  readonly onAsk: (asked: MomentsQuery) => void;
}

/** What to look for, in which sessions. Nothing is looked for until it is sent: each search is recorded. */
export function MomentsForm({ asked, onAsk }: MomentsFormProps) {
  const { t } = useTranslation("sessions");
  const [draft, setDraft] = useState(asked);
  const change = (changes: Partial<MomentsQuery>) => setDraft((before) => ({ ...before, ...changes }));
  const name = (field: "user" | "asset" | "account") => (
    <div className="moments-field">
      <span aria-hidden="true">{t(`moments.${field}`)}</span>
      <Input
        aria-label={t(`moments.${field}`)}
        allowClear
        maxLength={128}
        placeholder={t("moments.any")}
        value={draft[field]}
        onChange={({ target }) => change({ [field]: target.value })}
      />
    </div>
  );
  const [from, to] = [parseDate(draft.date_from), parseDate(draft.date_to)];
  return (
    <search>
      <form
        className="card moments-form"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk({ ...draft, text: draft.text.trim() });
        }}
      >
        <div className="moments-text">
          <Input
            autoFocus={asked.text === ""}
            allowClear
            type="search"
            size="large"
            maxLength={200}
            prefix={<SearchOutlined />}
            aria-label={t("moments.text")}
            placeholder={t("moments.textHint")}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
          />
          <Button type="primary" size="large" htmlType="submit" disabled={draft.text.trim() === ""}>
            {t("moments.find")}
          </Button>
        </div>
        <div className="moments-fields">
          {name("user")}
          {name("asset")}
          {name("account")}
          <div className="moments-field">
            <span aria-hidden="true">{t("moments.kind")}</span>
            <Select
              aria-label={t("moments.kind")}
              value={draft.kind}
              onChange={(kind) => change({ kind })}
              options={[
                { value: "", label: t("moments.kindAll") },
                { value: "typed", label: t("moments.kindTyped") },
              ]}
            />
          </div>
          <div className="moments-field is-wide">
            <span aria-hidden="true">{t("moments.time")}</span>
            <DatePicker.RangePicker
              aria-label={t("moments.time")}
              allowEmpty
              needConfirm={false}
              showTime={{ format: "HH:mm" }}
              format="YYYY/MM/DD HH:mm"
              placeholder={[t("moments.from"), t("moments.to")]}
              value={[from === undefined ? null : dayjs(from), to === undefined ? null : dayjs(to)]}
              onChange={(dates) =>
                change({
                  date_from: dates?.[0] ? toWireDate(dates[0].toDate()) : "",
                  date_to: dates?.[1] ? toWireDate(dates[1].toDate()) : "",
                })
              }
            />
          </div>
        </div>
      </form>
    </search>
  );
}
