import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Form, Input, InputNumber, Space } from "antd";
import { api } from "../../../kit/api/client.ts";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import { Page } from "../../../kit/page.tsx";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { useTool } from "./use-tool.ts";
import "./tools.css";

const CLOCK_URL = "/api/v1/settings/server-info/";

type ToolField = "dest_ip" | "dest_port" | "dest_ips" | "dest_ports";

/** The tools, with what each asks for. */
const TOOLS = {
  ping: ["dest_ip"],
  telnet: ["dest_ip", "dest_port"],
  nmap: ["dest_ips", "dest_ports"],
} as const satisfies Record<string, readonly ToolField[]>;

type ToolName = keyof typeof TOOLS;

/** The tool does without: usual ports are scanned. */
const OPTIONAL: ReadonlySet<ToolField> = new Set(["dest_ports"]);

function Tool({ name }: { readonly name: ToolName }) {
  const { t } = useSettingsTexts();
  const { state, output, start, stop } = useTool();
  const isRunning = state === "running";
  return (
    <Form
      className="tool-form"
      layout="vertical"
      initialValues={{ dest_port: 22 }}
      onFinish={(values: Record<string, unknown>) => start({ tool_type: name, ...values })}
    >
      {TOOLS[name].map((field: ToolField) => (
        <Form.Item
          key={field}
          name={field}
          label={t(`settings:tools.${field}`)}
          extra={
            field === "dest_ips" || field === "dest_ports" ? t(`settings:tools.${field}Help`) : undefined
          }
          rules={[{ required: !OPTIONAL.has(field), message: t("settings:tools.required") }]}
        >
          {field === "dest_port" ? <InputNumber min={1} max={65_535} precision={0} /> : <Input />}
        </Form.Item>
      ))}
      <Space wrap>
        <Button type="primary" htmlType="submit" loading={isRunning}>
          {t("settings:tools.run")}
        </Button>
        <Button onClick={stop} disabled={!isRunning}>
          {t("settings:tools.stop")}
        </Button>
        <span role="status">
          {state === "idle" ? null : (
            <StatusMark good={state === "done"} calm={isRunning} text={t(`settings:tools.state.${state}`)} />
          )}
        </span>
      </Space>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the box is scrolled by the keyboard. */}
      <pre className="tool-output" role="log" tabIndex={0} aria-label={t("settings:tools.output")}>
        {output === "" && state === "idle" ? t("settings:tools.nothing") : output}
      </pre>
    </Form>
  );
}

/** Tries from the server whether machines are reached: what it finds is what sessions will find. */
export default function SystemTools() {
  const { t } = useSettingsTexts();
  const clock = useQuery({
    queryKey: [CLOCK_URL],
    queryFn: ({ signal }) => api<{ readonly CURRENT_TIME?: string }>(CLOCK_URL, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Page title={t("routes:systemTools")}>
      {clock.isError ? (
        <Alert type="error" showIcon title={t("settings:tools.clockFailed")} />
      ) : (
        <Alert
          type="info"
          showIcon
          title={t("settings:tools.clock", { time: clock.data?.CURRENT_TIME ?? "…" })}
        />
      )}
      <TabPage
        tabs={(Object.keys(TOOLS) as ToolName[]).map((name) => ({
          key: name,
          label: t(`settings:tools.${name}`),
          content: <Tool name={name} />,
        }))}
      />
    </Page>
  );
}
