import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { AuthError } from '../auth-error.ts'

/** Begins the secret that a vault client derives from the password; the password itself never leaves the browser. */
const DERIVED_PREFIX = 'qs1.'

/** What a hash costs. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>
/** Of secrets that a vault derived: they have 256 bits and cannot be guessed, so a light hash is enough (13 ms against 57 ms of CPU). */
export const LIGHT = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies HashCost
/** Of passwords. */
export const HEAVY = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } satisfies HashCost

/** Costs of the two kinds. They differ, as a hash says its kind by its cost. */
export type PasswordCosts = { passwords: HashCost; secrets: HashCost }
export const USUAL_COSTS = { passwords: HEAVY, secrets: LIGHT } satisfies PasswordCosts

const LONGEST_QUEUE = 50

export function isDerivedSecret(password: string): boolean {
  return password.startsWith(DERIVED_PREFIX)
}

/** Part of a PHC string that says its cost. */
function markOf({ memoryCost, timeCost }: HashCost): string {
  return `m=${memoryCost},t=${timeCost},`
}

/** A PHC string that no password fits: checking it takes as long as checking a real one. */
function makeDummy({ memoryCost, timeCost, parallelism }: HashCost): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

/** Hashes and checks passwords, as many at a time as there are cores. */
export class Passwords {
  readonly #slots = new Slots(availableParallelism(), LONGEST_QUEUE)
  readonly #costs: PasswordCosts
  readonly #dummies: { light: string; heavy: string }

  constructor(costs: PasswordCosts = USUAL_COSTS) {
    this.#costs = costs
    this.#dummies = { light: makeDummy(costs.secrets), heavy: makeDummy(costs.passwords) }
  }

  /** @returns an Argon2id PHC string. @throws {AuthError} `over_request_rate_limit` when too many wait already. */
  hash(password: string): Promise<string> {
    const cost = isDerivedSecret(password) ? this.#costs.secrets : this.#costs.passwords
    return this.#slots.run(() => hash(password.normalize('NFKC'), cost))
  }

  /**
   * True when `password` fits `stored`. Always does the work of one check of the kind that `password` asks for, so neither
   * a missing account nor one of the other kind answers faster.
   *
   * @param stored PHC string; undefined for an unknown account and for one that refuses this kind of password.
   * @throws {AuthError} `over_request_rate_limit` when too many wait already.
   */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const isLight = isDerivedSecret(password)
    const isSameKind = stored !== undefined && stored.includes(markOf(this.#costs.secrets)) === isLight
    if (isSameKind) return this.#slots.run(() => verify(stored, password.normalize('NFKC')))
    const dummy = isLight ? this.#dummies.light : this.#dummies.heavy
    // The refused password itself is not touched: it may open somebody's vault.
    await this.#slots.run(() => verify(dummy, 'x'))
    return false
  }
}

/** Lets `width` calls run at once and `queue` wait; one more is refused. */
class Slots {
  #free: number
  readonly #queue: number
  readonly #waiting: (() => void)[] = []

  constructor(width: number, queue: number) {
    this.#free = width
    this.#queue = queue
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
    try {
      return await work()
    } finally {
      // The slot goes straight to the one who waits longest, so that nobody overtakes.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#queue) {
      throw new AuthError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment', { retryAfterSeconds: 2 })
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
