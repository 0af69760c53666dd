/**
 * @typedef {object} OtherNoun texts that rightly say something else than the glossary's noun
 * @property {string} noun the English noun
 * @property {"zh" | "ja"} language
 * @property {string} reason
 * @property {readonly string[]} keys
 */

/** @type {readonly OtherNoun[]} */
export const otherNouns = [
  {
    noun: "asset",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["assetForms.newTypeHelp"],
  },
  {
    noun: "asset",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["assetForms.gateways.none", "forwarding.jump"],
  },
  {
    noun: "account",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["accountPages.gathered.synced_one", "shell.page.forbiddenBody"],
  },
  {
    noun: "account",
    language: "zh",
    reason: "A person's own account of the console is 账户.",
    keys: [
      "users.group.account",
      "users.invite.hint",
      "users.leave.body",
      "personal.welcome",
      "personal.group.account",
      "titles.profile",
      "titles.profileImprovement",
      "access.noPermission.title",
      "shell.view.profile",
      "shell.header.account",
      "shell.header.profile",
      "shell.page.forbiddenBody",
      "startup.failed.refused",
    ],
  },
  {
    noun: "user",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: [
      "roles.preview.counts_one",
      "roles.preview.counts_other",
      "roles.members.added_one",
      "users.unblockSelected.done_one",
      "users.unblockSelected.done_other",
      "settings.security.singleMachineHelp",
      "settings.userGuideUrl",
      "users.guideUrl",
      "users.inviteInRoot",
      "users.alreadyMember",
    ],
  },
  {
    noun: "user",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["users.guideUrl"],
  },
  {
    noun: "user group",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["permissions.userGroupDisplay"],
  },
  {
    noun: "role",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["roles.members.add", "roles.members.added_one", "roles.members.added_other"],
  },
  {
    noun: "role",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["roles.members.add", "roles.members.added_one", "roles.members.added_other"],
  },
  {
    noun: "platform",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["assetForms.noPlatformType"],
  },
  {
    noun: "protocol",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["assetForms.protocolsDropped_one", "assetForms.protocolsDropped_other"],
  },
  {
    noun: "domain",
    language: "zh",
    reason: "A domain of names, not a network behind gateways.",
    keys: ["assets.setting.adDomain"],
  },
  {
    noun: "label",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["domains.label.bound_zero"],
  },
  {
    noun: "session",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["accounts.clearSecretBody", "assetForms.suHelp"],
  },
  {
    noun: "recording",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["terminal.replay.runningHint", "terminal.replay.unsupportedHint"],
  },
  {
    noun: "recording",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["terminal.replay.runningHint", "terminal.replay.unsupportedHint", "sessions.replayRunning"],
  },
  {
    noun: "command",
    language: "ja",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["commands.noStorageHint"],
  },
  {
    noun: "job",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["titles.jobExecutions"],
  },
  {
    noun: "second factor",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["users.quick.mfa"],
  },
  {
    noun: "access key",
    language: "zh",
    reason: "The sentence goes without the noun, or with that of a neighbour.",
    keys: ["credentials.id"],
  },
];
