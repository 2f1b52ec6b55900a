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

/**
 * Fewer changes than the server takes of one person at once (`changeByUser`): one that is refused until its person confirms counts as well, and
 * is made again. A list has room for thousands.
 */
export const MAX_INVITED_AT_ONCE = 15
const MAX_NAMED = 5

/** Why nobody is invited by what was typed. `words`: some of those that are no address. */
type TextProblem = { kind: 'none' | 'too_many' } | { kind: 'not_addresses'; words: readonly string[] }

/** @returns null where somebody can be invited by it */
export function problemIn(text: string): TextProblem | null {
  const { addresses, notAddresses } = readAddresses(text)
  if (addresses.length > MAX_INVITED_AT_ONCE) return { kind: 'too_many' }
  if (notAddresses.length > MAX_NAMED)
    return { kind: 'not_addresses', words: [...notAddresses.slice(0, MAX_NAMED), '…'] }
  if (notAddresses.length > 0) return { kind: 'not_addresses', words: notAddresses }
  return addresses.length === 0 ? { kind: 'none' } : null
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
