import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Form, Input, InputNumber, Space } from "antd";
import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { ControlState, RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import type { Option } from "../../../kit/field-kinds/related-option.ts";
import { RemoteSelect } from "../../../kit/field-kinds/remote-select.tsx";
import { Page } from "../../../kit/page.tsx";
import { isRootOrganization, useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { useTool } from "./use-tool.ts";
import "./tools.css";

const CLOCK_URL = "/api/v1/settings/server-info/";

/** A field of a tool: its name in the request, its label, and what is said below it. */
interface ToolField {
  readonly name: "dest_ip" | "dest_port" | "dest_ips" | "dest_ports" | "interfaces" | "src_ips" | "src_ports";
  readonly label: FieldText;
  readonly help?: HelpText;
  /** The tool does without. */
  readonly optional?: true;
}

type FieldText =
  | "dest_ip"
  | "dest_port"
  | "dest_ips"
  | "dest_ports"
  | "interfaces"
  | "sourceAddresses"
  | "sourcePorts"
  | "destinationAddresses"
  | "destinationPorts";
type HelpText = "dest_ipsHelp" | "dest_portsHelp" | "interfacesHelp" | "captureHelp";

const MACHINE: ToolField = { name: "dest_ip", label: "dest_ip" };

/** The tools, with what each asks for. */
const TOOLS = {
  ping: [MACHINE],
  telnet: [MACHINE, { name: "dest_port", label: "dest_port" }],
  nmap: [
    { name: "dest_ips", label: "dest_ips", help: "dest_ipsHelp" },
    { name: "dest_ports", label: "dest_ports", help: "dest_portsHelp", optional: true },
  ],
  lookup: [MACHINE],
  traceroute: [MACHINE],
  tcpdump: [
    { name: "interfaces", label: "interfaces", help: "interfacesHelp", optional: true },
    { name: "src_ips", label: "sourceAddresses", optional: true },
    { name: "src_ports", label: "sourcePorts", optional: true },
    { name: "dest_ips", label: "destinationAddresses", optional: true },
    { name: "dest_ports", label: "destinationPorts", help: "captureHelp", optional: true },
  ],
} as const satisfies Record<string, readonly ToolField[]>;

type ToolName = keyof typeof TOOLS;

/** Tools that make TCP connections, which is all a gateway does for others. */
const FROM_GATEWAYS: ReadonlySet<ToolName> = new Set(["telnet", "nmap"]);

/** Rights to look around from a gateway. */
const USE_GATEWAYS = ["assets.view_gateway", "assets.test_assetconnectivity"];

const GATEWAY_OPTIONS: RelatedSource = {
  url: "/api/v1/assets/gateways/",
  label: ({ name, domain }) => {
    const within = (domain as { readonly name?: string } | null)?.name;
    return within === undefined ? String(name) : `${String(name)} (${within})`;
  },
  accept: ({ is_active: active }) => active !== false,
};

/** Values of the form of a tool. */
type ToolValues = Readonly<Record<string, unknown>> & { readonly gateway?: Option };

function Tool({ name }: { readonly name: ToolName }) {
  const { t } = useSettingsTexts();
  const { can } = useSession();
  const { state, output, start, stop } = useTool();
  const isRunning = state === "running";
  const offersGateways = FROM_GATEWAYS.has(name) && USE_GATEWAYS.every((code) => can(code));
  return (
    <Form
      className="tool-form"
      layout="vertical"
      initialValues={{ dest_port: 22 }}
      onFinish={({ gateway, ...values }: ToolValues) =>
        start({ tool_type: name, ...values, ...(gateway === undefined ? {} : { gateway: gateway.value }) })
      }
    >
      {offersGateways ? (
        <Form.Item name="gateway" label={t("settings:tools.from")} extra={t("settings:tools.fromHelp")}>
          <GatewaySelect />
        </Form.Item>
      ) : null}
      {TOOLS[name].map((field: ToolField) => (
        <Form.Item
          key={field.name}
          name={field.name}
          label={t(`settings:tools.${field.label}`)}
          extra={field.help === undefined ? undefined : t(`settings:tools.${field.help}`)}
          rules={[{ required: field.optional !== true, message: t("settings:tools.required") }]}
        >
          {field.name === "dest_port" ? <InputNumber min={1} max={65_535} precision={0} /> : <Input />}
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

/** From where a tool runs: this server, or a gateway. The form gives id, value and what to call. */
function GatewaySelect(
  given: ControlState & { readonly value?: Option; readonly onChange?: (value: unknown) => void },
) {
  const { t } = useSettingsTexts();
  const { profile, chosen } = useSession();
  // The settings have no gateways: those of all organizations for whom may see them, else of the one that was chosen.
  const within = (profile.console_orgs?.find(isRootOrganization) ?? chosen)?.id;
  const related = useMemo(
    () => (within === undefined ? GATEWAY_OPTIONS : { ...GATEWAY_OPTIONS, query: { oid: within } }),
    [within],
  );
  return (
    <RemoteSelect
      {...given}
      value={given.value}
      multiple={false}
      related={related}
      placeholder={t("settings:tools.thisServer")}
    />
  );
}

/** Tries from the server or from a gateway whether machines are reached: what it finds is what sessions will find. */
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
