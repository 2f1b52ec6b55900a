import { fromBase64Url } from '#crypto/encoding.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'

export type Proof = { text: string; leaf: string; policy: string }

/** Checks a proof again and again for `ms`. @returns how long each took */
async function verifyProof({ text, leaf, policy }: Proof, ms: number): Promise<number[]> {
  const [hash, rules] = [fromBase64Url(leaf), parsePolicy(policy)]
  const times: number[] = []
  for (const until = performance.now() + ms; performance.now() < until;) {
    const from = performance.now()
    await verifyTlogProof(text, hash, rules)
    times.push(performance.now() - from)
  }
  return times
}

declare global {
  var verifyProof: (proof: Proof, ms: number) => Promise<number[]>
}

globalThis.verifyProof = verifyProof
