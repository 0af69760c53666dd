import { beforeTerms, type CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../engine/http/index.ts";
import { translate, withParameters } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { text as line, parseBody, secret } from "../../engine/resource/index.ts";
import { clearFailures, countFailure, isLocked, readLockLimits } from "./login-locks.ts";
import { verifyPassword } from "./password-hash.ts";
import { checkPublicKey, parsePublicKey, publicKeyFingerprint } from "./public-key.ts";
import { ownPasswordProblems, setPassword } from "./set-password.ts";
import { text } from "./texts.ts";
import { sourceChoices } from "./user-fields.ts";
import type { UserNotices } from "./user-notices.ts";

const passwordFields = {
  old_password: secret({ label: text.oldPassword, required: true, blank: false, maxLength: 128 }),
  new_password: secret({ label: text.newPassword, required: true, blank: false, maxLength: 128 }),
  new_password_again: secret({ label: text.newPasswordAgain, required: true, blank: false, maxLength: 128 }),
};

/**
 * Counts a try to tell the current password, before it is looked at: a session somebody found open is no place
 * to guess it. Wrong ones count together with those of the sign-in, and lock alike.
 */
async function countTry({ services, principal, remoteAddress }: CallerContext): Promise<void> {
  const limits = await readLockLimits(services.settings);
  const isOver =
    (await isLocked(services.db, principal.username, "login")) ||
    (await countFailure(services.db, "login", principal.username, remoteAddress, limits)) === 0;
  if (isOver) {
    throw new ValidationError({
      old_password: [withParameters(text.passwordLocked, { minutes: limits.minutes })],
    });
  }
}

/** Sends the owner word of the change, in its transaction. */
type Tell = (context: CallerContext) => Promise<void>;

/** Outside a transaction: a wrong password is counted although the answer is an error. */
async function changeOwnPassword(context: CallerContext, body: unknown, tell: Tell): Promise<void> {
  const given = await parseBody(context, passwordFields, body);
  await countTry(context);
  await context.services.db.transaction().execute(async (db) => {
    await replaceOwnPassword({ ...context, db }, given);
    await tell({ ...context, db });
  });
}

async function replaceOwnPassword(context: CallerContext, given: Record<string, unknown>): Promise<void> {
  const { db, principal, services } = context;
  const [old, wanted, again] = [given.old_password, given.new_password, given.new_password_again].map(String);
  const user = await db
    .selectFrom("users")
    .select(["id", "name", "username", "source", "password_hash"])
    .where("id", "=", principal.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.source !== "local") {
    const label = sourceChoices.find(({ value }) => value === user.source)?.label ?? text.sourceCustom;
    const source = translate(label, context.language);
    throw new ValidationError({ non_field_errors: [withParameters(text.notLocal, { source })] });
  }
  if (!(await verifyPassword(user.password_hash, old ?? "", services.config.passwordHash))) {
    throw new ValidationError({ old_password: [text.wrongPassword] });
  }
  await clearFailures(db, "login", principal.username, context.remoteAddress);
  const owner = { id: user.id, isAdministrator: context.permissions.isOrganizationAdmin };
  const problems = await ownPasswordProblems({ ...services, db }, owner, wanted ?? "");
  if (problems.length > 0) throw new ValidationError({ new_password: problems });
  if (wanted !== again) throw new ValidationError({ new_password_again: [text.passwordMismatch] });
  await setPassword(context, user, wanted ?? "", false);
  const entry = { action: "change_password" as const, type: text.user, name: user.name, id: user.id };
  await recordOperation(context, entry);
}

async function readPublicKey({ db, principal }: CallerContext): Promise<Record<string, Json>> {
  const user = await db
    .selectFrom("users")
    .select("public_key")
    .where("id", "=", principal.id)
    .executeTakeFirst();
  const key = user?.public_key ?? "";
  return {
    public_key_comment: parsePublicKey(key)?.comment ?? "",
    public_key_hash_md5: publicKeyFingerprint(key),
  };
}

const keyFields = {
  public_key: line({
    label: text.publicKey,
    required: true,
    writeOnly: true,
    maxLength: 2048,
    check: checkPublicKey,
  }),
};

const shownKeyFields = {
  public_key_comment: line({ label: text.publicKeyComment, readOnly: true, maxLength: 128 }),
  public_key_hash_md5: line({ label: text.publicKeyFingerprint, readOnly: true, maxLength: 128 }),
  ...keyFields,
};

async function changeOwnKey(context: CallerContext, body: unknown, tell: Tell): Promise<void> {
  const { public_key } = await parseBody(context, keyFields, body);
  await storeOwnKey(context, String(public_key), tell);
}

/** Gives the caller another public key; refused while nobody may sign in with one. */
export async function storeOwnKey(context: CallerContext, line: string, tell: Tell): Promise<void> {
  const { db, principal, services } = context;
  if (!(await services.settings.get<boolean>("TERMINAL_PUBLIC_KEY_AUTH"))) {
    throw new ValidationError({ public_key: [text.keyLoginOff] });
  }
  await db.updateTable("users").set({ public_key: line }).where("id", "=", principal.id).execute();
  await recordOperation(context, {
    action: "update",
    type: text.user,
    name: principal.name,
    id: principal.id,
  });
  await tell(context);
}

const agentOf = ({ headers }: RouteRequest): string => headers["user-agent"] ?? "";

/** `users/profile/password/` and `users/profile/public-key/`. Contract: docs/contract/identity.md, "Profile". */
export function profileSecretRoutes(notices: UserNotices): readonly RouteDeclaration[] {
  return [
    {
      methods: ["GET", "PUT", "PATCH"],
      path: "/api/v1/users/profile/password/",
      access: beforeTerms("only the caller's own password, proven by the current one"),
      title: "User Password Api",
      transaction: false,
      fields: { GET: passwordFields, PUT: passwordFields, PATCH: passwordFields },
      handle: async (context, request) => {
        if (request.method === "GET") return { body: {} };
        const known = caller(context);
        await changeOwnPassword(known, request.body, (inside) =>
          notices.passwordChanged(inside, known.principal.id, agentOf(request)),
        );
        return { body: {} };
      },
    },
    {
      methods: ["GET"],
      path: "/api/v1/users/profile/public-key/",
      access: beforeTerms("only the caller's own key"),
      title: "User Public Key Api",
      fields: { GET: shownKeyFields },
      handle: async (context) => ({ body: await readPublicKey(caller(context)) }),
    },
    {
      methods: ["PUT", "PATCH"],
      path: "/api/v1/users/profile/public-key/",
      access: beforeTerms("only the caller's own key"),
      confirm: "password",
      title: "User Public Key Api",
      fields: { PUT: shownKeyFields, PATCH: shownKeyFields },
      handle: async (context, request) => {
        const known = caller(context);
        await changeOwnKey(known, request.body, (inside) =>
          notices.publicKeyChanged(inside, known.principal.id, agentOf(request)),
        );
        return { body: await readPublicKey(known) };
      },
    },
  ];
}
