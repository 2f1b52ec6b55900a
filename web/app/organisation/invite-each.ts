import { isProofNeeded } from '#vault/session/vault-error.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Addresses as people paste them: separated by commas, semicolons, spaces or lines, also as `Ada Berg <ada@example.org>`. Each is named once. */
export function readAddresses(text: string): { addresses: string[]; notAddresses: string[] } {
  const entries = text.split(/[,;\n]/).flatMap((entry) => {
    const bracketed = /<([^<>]*)>/.exec(entry)?.[1]
    return bracketed === undefined ? entry.split(/\s+/) : [bracketed.trim()]
  })
  const named = new Map(entries.filter(Boolean).map((entry) => [entry.toLowerCase(), entry]))
  const words = [...named.values()]
  return {
    addresses: words.filter((word) => ADDRESS.test(word)),
    notAddresses: words.filter((word) => !ADDRESS.test(word)),
  }
}

/** Somebody who was invited, with the link that names the inviter's keys, and somebody who was not. */
type Invited = { email: string; address: string }
type Refused = { email: string; error: unknown }
export type Answers = { invited: Invited[]; refused: Refused[] }

/**
 * Invites one after the other; each is answered for itself, so that one refusal stops nobody else's invitation. Who does not confirm that it is
 * them is asked once and not for each address.
 */
export async function inviteEach(
  addresses: readonly string[],
  invite: (email: string) => Promise<string>,
): Promise<Answers> {
  const answers: Answers = { invited: [], refused: [] }
  for (const email of addresses) {
    const unconfirmed = answers.refused.find(({ error }) => isProofNeeded(error))
    if (unconfirmed) {
      answers.refused.push({ email, error: unconfirmed.error })
      continue
    }
    try {
      answers.invited.push({ email, address: await invite(email) })
    } catch (error) {
      answers.refused.push({ email, error })
    }
  }
  return answers
}
