import { expect, test } from "vitest";
import { publicKeyProblem } from "./public-key-problem.ts";

const blob = "AAAAC3NzaC1lZDI1NTE5AAAAIEx5ZZ0bqv0p1pYk8Qf2w0m3q8u1XH7o2yqkqk3a9h2v";

test.each([
  ["", undefined],
  [`ssh-ed25519 ${blob}`, undefined],
  [`  ssh-rsa ${blob}== ada@laptop of the lab  `, undefined],
  [`ecdsa-sha2-nistp256 ${blob}=`, undefined],
  [`sk-ssh-ed25519@openssh.com ${blob} token`, undefined],
  [
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE=\n-----END OPENSSH PRIVATE KEY-----",
    "privateKey",
  ],
  ["-----BEGIN RSA PRIVATE KEY-----", "privateKey"],
  ["PuTTY-User-Key-File-3: ssh-ed25519", "privateKey"],
  [`ssh-ed25519 ${blob}\nssh-ed25519 ${blob}`, "notPublicKey"],
  ["ssh-ed25519 AAAA", "notPublicKey"],
  [blob, "notPublicKey"],
  ["my key", "notPublicKey"],
])("%j: %s", (text, problem) => {
  expect(publicKeyProblem(text)).toBe(problem);
});
