import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts'

/** Whose word counts for a checkpoint. @see c2sp.org/tlog-policy */
export type Policy = {
  readonly logs: readonly Party[]
  readonly witnesses: readonly (Party & Cosigner)[]
  /** Undefined where a policy asks for no witness. */
  readonly quorum: Quorum | undefined
}

type Cosigner = {
  readonly name: string
  /** A mirror: what it signed of a log, it keeps as well. The format has no word for that, so a comment says it, `# mirror <name>`. */
  readonly keepsEntries: boolean
}

type Party = { readonly key: VerifierKey; readonly url: string | undefined }

/** One witness, or so many out of some. */
type Quorum = { readonly witness: VerifierKey } | { readonly threshold: number; readonly members: readonly Quorum[] }

const MAX_BYTES = 512 * 1024
const MAX_LINES = 1_000
const NONE = 'none'
const MIRROR = 'mirror'
const BLANKS = /[ \t]+/

/** @throws {LedgerError} `malformed`, with the number of the line. */
export function parsePolicy(text: string): Policy {
  const lines = text.split('\n')
  if (text.length > MAX_BYTES || lines.length > MAX_LINES) throw new LedgerError('malformed', 'policy is too long')
  const reader = new PolicyReader()
  for (const [i, line] of lines.entries()) {
    try {
      reader.read(line)
    } catch (cause) {
      throw new LedgerError('malformed', `policy, line ${i + 1}: ${cause instanceof Error ? cause.message : ''}`, {
        cause,
      })
    }
  }
  return reader.finish()
}

/**
 * What a policy says of witnesses, without logs, other comments and addresses: to be served, kept and compared.
 *
 * @throws {LedgerError} `malformed`
 */
export function witnessRules(text: string): string {
  const mirrors = parsePolicy(text).witnesses.filter(({ keepsEntries }) => keepsEntries)
  const lines = text.split('\n').map((line) => line.split(BLANKS).filter((word) => word !== ''))
  const rules = lines
    .filter(([word = '']) => word === 'witness' || word === 'group' || word === 'quorum')
    .map((words) => `${(words[0] === 'witness' ? words.slice(0, 3) : words).join(' ')}\n`)
  return [...rules, ...mirrors.map(({ name }) => mirrorLine(name))].join('')
}

/** Says of a witness that it is a mirror. Other readers of a policy pass it over. */
export const mirrorLine = (name: string): string => `# ${MIRROR} ${name}\n`

/** Whether the witnesses that signed are enough. */
export function isWitnessed({ quorum }: Policy, signed: readonly VerifierKey[]): boolean {
  return quorum === undefined || isMet(quorum, signed)
}

const isMet = (quorum: Quorum, signed: readonly VerifierKey[]): boolean =>
  'witness' in quorum
    ? signed.includes(quorum.witness)
    : quorum.members.filter((member) => isMet(member, signed)).length >= quorum.threshold

class PolicyReader {
  readonly #logs: Party[] = []
  readonly #witnesses: (Party & { name: string })[] = []
  readonly #mirrors = new Set<string>()
  readonly #names = new Map<string, Quorum>()
  /** Names that a group holds already: a witness counts on one way only. */
  readonly #grouped = new Set<string>()
  #quorum: { of: Quorum | undefined } | undefined

  read(line: string): void {
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)) throw new LedgerError('malformed', 'character')
    const [word = '', ...words] = line.split(BLANKS).filter((part) => part !== '')
    if (word === '#' && words[0] === MIRROR && words.length === 2) this.#mirrors.add(words[1] ?? '')
    if (word === '' || word.startsWith('#')) return
    if (word === 'log') this.#readLog(words)
    else if (word === 'witness') this.#readWitness(words)
    else if (word === 'group') this.#readGroup(words)
    else if (word === 'quorum') this.#readQuorum(words)
    else throw new LedgerError('malformed', `"${word}" is no kind of line`)
  }

  finish(): Policy {
    if (!this.#quorum) throw new LedgerError('malformed', 'policy has no quorum')
    const witnesses = this.#witnesses.map((one) => ({ ...one, keepsEntries: this.#mirrors.has(one.name) }))
    return { logs: this.#logs, witnesses, quorum: this.#quorum.of }
  }

  #readLog([text = '', url, ...rest]: readonly string[]): void {
    requireEnd(rest)
    const key = parseVerifierKey(text)
    requireNew(key, this.#logs)
    this.#logs.push({ key, url })
  }

  #readWitness([name = '', text = '', url, ...rest]: readonly string[]): void {
    requireEnd(rest)
    const key = parseVerifierKey(text)
    // A plain signature has no time, and says nothing of other trees.
    if (key.type === 'ed25519') throw new LedgerError('malformed', 'key of a witness is none for cosignatures')
    requireNew(key, this.#witnesses)
    this.#define(name, { witness: key })
    this.#witnesses.push({ name, key, url })
  }

  #readGroup([name = '', count = '', ...members]: readonly string[]): void {
    const threshold =
      count === 'all' ? members.length : count === 'any' ? 1 : /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0
    if (threshold < 1 || threshold > members.length) throw new LedgerError('malformed', `group of ${count}`)
    const quorums = members.map((member) => {
      if (this.#grouped.has(member)) throw new LedgerError('malformed', `"${member}" is in a group already`)
      this.#grouped.add(member)
      return this.#known(member)
    })
    this.#define(name, { threshold, members: quorums })
  }

  #readQuorum([name = '', ...rest]: readonly string[]): void {
    requireEnd(rest)
    if (this.#quorum) throw new LedgerError('malformed', 'a second quorum')
    this.#quorum = { of: name === NONE ? undefined : this.#known(name) }
  }

  #define(name: string, quorum: Quorum): void {
    if (name === '' || name === NONE || this.#names.has(name)) throw new LedgerError('malformed', `name "${name}"`)
    this.#names.set(name, quorum)
  }

  #known(name: string): Quorum {
    const quorum = this.#names.get(name)
    if (!quorum) throw new LedgerError('malformed', `"${name}" is not defined above`)
    return quorum
  }
}

function requireEnd(rest: readonly string[]): void {
  if (rest.length > 0) throw new LedgerError('malformed', `"${rest[0]}" is too much`)
}

function requireNew(key: VerifierKey, others: readonly Party[]): void {
  if (others.some((other) => equalBytes(other.key.publicKey, key.publicKey))) {
    throw new LedgerError('malformed', 'a key stands here twice')
  }
}
