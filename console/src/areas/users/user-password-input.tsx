import { isRecord } from "../../kit/api/api-error.ts";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { useFormAnswer } from "../../kit/form/form-context.ts";
import type { FormValues } from "../../kit/form/form-model.ts";
import { PasswordInput } from "../../kit/widgets/password-input.tsx";

/** The roles whose holders need a longer password: administrators of the system and of an organization. */
const ADMINISTRATOR_ROLES: ReadonlySet<unknown> = new Set([
  "00000000-0000-0000-0000-000000000001",
  "00000000-0000-0000-0000-000000000005",
]);

function holdsOne(roles: unknown): boolean {
  return Array.isArray(roles) && roles.some((role) => isRecord(role) && ADMINISTRATOR_ROLES.has(role.value));
}

/** Whether the roles chosen in a form make somebody an administrator. */
export function isAdministrator(values: FormValues): boolean {
  return holdsOne(values.system_roles) || holdsOne(values.org_roles);
}

/** A new password, held to the rules of administrators as soon as the chosen roles make one. */
export function UserPasswordInput(props: FieldInputProps) {
  return <PasswordInput {...props} admin={useFormAnswer(isAdministrator)} />;
}

/** A new password of an administrator. */
export function AdministratorPasswordInput(props: FieldInputProps) {
  return <PasswordInput {...props} admin />;
}
