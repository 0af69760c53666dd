/** Why NTLM goes no further. */
export class NtlmError extends Error {
  override readonly name = "NtlmError";
  /** `malformed`: no message of NTLM; `weak`: less is offered than is asked for; `forged`: not from whoever has the key. */
  readonly reason: "malformed" | "weak" | "forged";

  constructor(reason: NtlmError["reason"]) {
    super(`NTLM: ${reason}`);
    this.reason = reason;
  }
}
