import { Input } from "antd";
import { controlProps } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { useSession } from "../../../kit/session.ts";
import { PasswordInput } from "../../../kit/widgets/password-input.tsx";

function MaskedInput({ autoComplete, ...props }: FieldInputProps & { readonly autoComplete: string }) {
  return (
    <Input.Password
      {...controlProps(props)}
      autoComplete={autoComplete}
      value={typeof props.value === "string" ? props.value : ""}
      onChange={(event) => props.onChange?.(event.target.value)}
    />
  );
}

/** The password somebody signs in with at present; password managers may fill it in. */
export function PresentPasswordInput(props: FieldInputProps) {
  return <MaskedInput {...props} autoComplete="current-password" />;
}

/** A new password, entered masked. */
export function NewPasswordInput(props: FieldInputProps) {
  return <MaskedInput {...props} autoComplete="new-password" />;
}

/** The person's own new password, with its strength and the rules that hold for them. */
export function OwnPasswordInput(props: FieldInputProps) {
  const { profile } = useSession();
  return <PasswordInput {...props} admin={profile.is_org_admin === true} />;
}
