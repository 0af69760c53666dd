/** The first file of a bundle: what is in it, and how anybody checks it. */
export const readme = `Evidence of one session, exported by Sallyport.

To verify it, with Node.js 20 or later and nothing else:

  node verify.mjs .                                  in the folder this was unpacked to
  node verify.mjs bundle.tar                         on the archive
  node verify.mjs bundle.tar --key FINGERPRINT       if you know the fingerprint of the installation's key
  node verify.mjs bundle.tar --checkpoints FILE      if you have a copy of the installation's checkpoints

Anyone could have changed verify.mjs together with the rest. Use a copy you obtained elsewhere, and get the fingerprint
from somewhere else than this bundle: without it, a bundle made with another key cannot be told from this one.

session.jsonl         who, on which asset, with which account, when, and how it ended
grounds.jsonl         the permissions that allowed it when it began
approvals.jsonl       the ticket that allowed it, with approval-steps.jsonl: who decided
events.jsonl          what happened to it: joined, paused, ended
commands.jsonl        what was run
files.jsonl           files that were moved, with their hashes; kept copies are in files/
holds.jsonl           legal holds
operations.jsonl      who looked at it, downloaded it or changed something about it
recording.rec         the recording as it was written, encrypted
recording.key         its key, which opens nothing else
recording.cast        the recording as asciicast v2, for players
chain.txt             the part of the chain in which these records stand; other records are hashes only
checkpoints.jsonl     signed statements of how far the chain went
handovers.jsonl       what each signing key signed about the one after it: whoever knows one key knows them all
manifest.json         size and SHA-256 of each file, signed in manifest.sig (Ed25519)
`;
