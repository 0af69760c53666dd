import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { registerServiceAccount, requireBootstrapToken } from "../../credentials/index.ts";
import { shorten } from "../shorten.ts";
import { isComponentType } from "./component-types.ts";
import { text } from "./texts.ts";

/** Longest name that is taken, and that is kept, in characters; an account's is shorter, for the address made of it. */
const longest = { taken: 1024, kept: 128, account: 115 };

interface Registration {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

function readRegistration(body: unknown): Registration {
  const { name, type, comment } = isObject(body) ? body : {};
  const errors: Record<string, FieldErrors> = {};
  if (typeof name !== "string" || name.trim() === "") errors.name = [common.required];
  else if (name.length > longest.taken) {
    errors.name = [withParameters(common.tooLong, { limit: longest.taken })];
  }
  if (!isComponentType(type)) errors.type = [type === undefined ? common.required : text.unknownType];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const whole = (name as string).trim().replaceAll("\0", "");
  const said = typeof comment === "string" ? comment.replaceAll("\0", "").slice(0, 1000) : "";
  const isShortened = [...whole].length > longest.kept;
  return { name: whole, type: type as string, comment: isShortened ? `${whole} ${said}`.trim() : said };
}

async function register(
  context: RequestContext,
  { headers, body }: Pick<RouteRequest, "headers" | "body">,
): Promise<RouteAnswer> {
  const refusal = await requireBootstrapToken(context, headers);
  if (refusal !== null) return refusal;
  const { name: whole, type, comment } = readRegistration(body);
  const name = shorten(whole, longest.kept);
  const account = await registerServiceAccount(context, { name: shorten(whole, longest.account), comment });
  const { db, remoteAddress } = context;
  const made = await db
    .insertInto("terminals")
    .values({
      name,
      type,
      comment,
      remote_addr: remoteAddress,
      is_own: false,
      service_account_id: account.id,
      // It has said nothing yet: it is alive from its first heartbeat on.
      date_heartbeat: new Date(0),
      created_by: "System",
      updated_by: null,
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) throw new ValidationError({ name: [text.nameTaken] });
  return {
    status: 201,
    body: { name, type, comment, remote_addr: remoteAddress, service_account: account },
  };
}

/** Where components register, by both of the contract's addresses. Contract: docs/contract/components.md, section 2. */
export const registrationRoutes: readonly RouteDeclaration[] = ["terminal-registrations", "registration"].map(
  (name) => ({
    methods: ["POST"],
    path: `/api/v1/terminal/${name}/`,
    access: anonymous("proven by the bootstrap token of the configuration"),
    title: "Terminal Registration",
    csrf: false,
    bodyLimit: 16_384,
    handle: register,
  }),
);
