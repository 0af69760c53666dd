import { BadRequest, FieldError, ValidationError } from "../../engine/errors.ts";
import { text as common, type Message } from "../../engine/i18n/index.ts";
import {
  computed,
  contains,
  defineResource,
  exact,
  integer,
  prepareResource,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { readHost } from "./endpoint-host.ts";
import { oraclePortRange } from "./oracle-ports.ts";
import { text } from "./texts.ts";

/** The endpoint that is used where nothing chooses another one; it is always there. */
export const defaultEndpointId = "00000000-0000-0000-0000-000000000001";

/** Largest port there is. */
const largestPort = 65_535;

const port = (label: Message, usual: number) =>
  integer({ label, default: usual, minimum: 0, maximum: largestPort });

const ssh = port(text.ssh, 2222);

const fields = {
  id: uuid({ label: common.id }),
  name: textField({ label: common.name, required: true, maxLength: 128 }),
  host: textField({
    label: text.host,
    help: text.hostHelp,
    maxLength: 256,
    check: (value) => {
      const host = readHost(value);
      if (host === null) throw new FieldError([text.hostInvalid]);
      return host;
    },
  }),
  https_port: port(text.https, 443),
  http_port: port(text.http, 80),
  ssh_port: {
    ...ssh,
    // The default endpoint follows the port of the gateway as long as it is the same.
    present: (row: Readonly<Record<string, unknown>>, { services }) =>
      Number(row.ssh_port ?? services.config.sshPort),
    toColumns: (value, { before, context }) => ({
      ssh_port: before?.id === defaultEndpointId && value === context.services.config.sshPort ? null : value,
    }),
  } satisfies typeof ssh,
  rdp_port: port(text.rdp, 3389),
  mysql_port: port(text.mysql, 33_061),
  mariadb_port: port(text.mariadb, 33_062),
  postgresql_port: port(text.postgresql, 54_320),
  redis_port: port(text.redis, 63_790),
  oracle_port_range: {
    ...textField({
      label: text.oracleRange,
      help: text.oracleRangeHelp,
      readOnly: true,
      maxLength: 128,
      default: oraclePortRange.text,
    }),
    columns: [],
    present: () => oraclePortRange.text,
    toColumns: () => ({}),
  },
  // The port of one database is known where one is asked about: in the answer of `smart/`.
  oracle_port: computed({ label: text.oracle, present: () => 0 }),
  comment: textField({ label: common.comment }),
  ...stamps("date_created", "date_updated", "created_by"),
};

/** Where client programs connect to. Contract: docs/contract/endpoints.md, section 1. */
export const endpointsResource = defineResource({
  path: "terminal/endpoints",
  app: "terminal",
  model: "endpoint",
  label: text.endpoint,
  title: "Endpoint",
  scope: "global",
  table: "endpoints",
  fieldOrder: "declared",
  stamped: ["updated_by"],
  fields,
  sizes: { mini: ["id", "name"] },
  filters: { name: exact("t.name"), host: contains("t.host") },
  search: ["t.name", "t.host"],
  order: {
    by: [
      "name",
      "host",
      "https_port",
      "http_port",
      "ssh_port",
      "rdp_port",
      "mysql_port",
      "mariadb_port",
      "postgresql_port",
      "redis_port",
      "comment",
      "date_created",
      "date_updated",
      "created_by",
    ],
    default: ["name"],
  },
  hooks: {
    validate({ before, values }) {
      if (before?.id === defaultEndpointId && (values.host ?? "") !== "") {
        throw new ValidationError({ host: [text.hostOfDefault] });
      }
    },
    beforeDelete(_context, row) {
      if (row.id === defaultEndpointId) throw new BadRequest("default_endpoint", text.defaultStays);
    },
  },
});

/** The same as its routes see it. */
export const endpoints = prepareResource(endpointsResource);
