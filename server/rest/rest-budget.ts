import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/database.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { RestError } from './rest-error.ts'

/** A budget of `burst`, which fills again by `perSecond`. */
type Limit = { burst: number; perSecond: number }
type Allowance = {
  requests: Limit
  /** Milliseconds for which connections of the database are held. */
  busyMs: Limit
  /** Requests in the database at the same time; more of them wait. */
  atOnce: number
}

/** Starting values; `RATE_LIMIT_FACTOR` multiplies all of them. */
const ALLOWANCES = {
  /** By address. Our own pages ask nothing of rest/v1 before somebody signed in, but the status page's feed readers may. */
  stranger: {
    requests: { burst: 120, perSecond: 10 },
    busyMs: { burst: 5_000, perSecond: 100 },
    atOnce: 2,
  },
  /** By account: a vault of 100 000 files is read by 100 requests of some 100 ms each. */
  person: {
    requests: { burst: 1_500, perSecond: 100 },
    busyMs: { burst: 40_000, perSecond: 1_000 },
    atOnce: 6,
  },
  /** All accounts of one address together: an office, or somebody who signed up a hundred times. */
  addressOfPeople: {
    requests: { burst: 6_000, perSecond: 400 },
    busyMs: { burst: 160_000, perSecond: 4_000 },
    atOnce: 10,
  },
} satisfies Record<string, Allowance>
type Kind = keyof typeof ALLOWANCES

const MOST_ACCOUNTS = 20_000
const MOST_WAITING = 100
const WAIT_MS = 5_000

/**
 * What each address and each account may cost this process at rest/v1. It lives in memory: a row per request would cost more than
 * most requests do, and what it guards are connections of this process.
 */
export class RestBudgets {
  readonly #factor: number
  readonly #accounts = new Map<string, Account>()

  constructor(factor: number) {
    this.#factor = factor
  }

  /**
   * Runs `work` on the budget of `caller`, and counts how long it held the database.
   * @throws {RestError} 429 when the budget is used up, 503 when too many requests of this caller wait already.
   */
  async spend<T>(
    { caller, request }: { caller: Caller; request: FastifyRequest },
    work: (counted: Caller) => Promise<T>,
  ): Promise<T> {
    if (caller.role === 'service_role') return work(caller)
    const accounts = this.#accountsOf(caller, request.ip)
    const nowMs = performance.now()
    const waitSeconds = Math.max(...accounts.map((account) => account.secondsUntilNext(nowMs)))
    if (waitSeconds > 0) throw tooMany(waitSeconds)
    for (const account of accounts) account.countRequest()
    const onBusy = (busyMs: number): void => {
      for (const account of accounts) account.countBusy(busyMs)
    }
    return inLineOf(accounts, () => work({ ...caller, onBusy }))
  }

  #accountsOf(caller: Caller, ip: string): Account[] {
    const address = networkOf(ip)
    if (caller.role === 'anon') return [this.#account('stranger', address)]
    return [this.#account('person', String(caller.claims['sub'])), this.#account('addressOfPeople', address)]
  }

  #account(kind: Kind, subject: string): Account {
    const name = `${kind}/${subject}`
    const known = this.#accounts.get(name)
    if (known) return known
    if (this.#accounts.size >= MOST_ACCOUNTS) this.#forgetIdle()
    const account = new Account(ALLOWANCES[kind], this.#factor)
    this.#accounts.set(name, account)
    return account
  }

  #forgetIdle(): void {
    const nowMs = performance.now()
    for (const [name, account] of this.#accounts) if (account.isIdle(nowMs)) this.#accounts.delete(name)
    // So many at once are a flood from everywhere; then the oldest budgets begin again.
    for (const name of this.#accounts.keys()) {
      if (this.#accounts.size < MOST_ACCOUNTS) return
      this.#accounts.delete(name)
    }
  }
}

async function inLineOf<T>(accounts: Account[], work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = accounts
  if (!first) return work()
  await first.enter()
  try {
    return await inLineOf(rest, work)
  } finally {
    first.leave()
  }
}

class Account {
  readonly #requests: Bucket
  readonly #busyMs: Bucket
  readonly #atOnce: number
  readonly #waiting: Array<() => void> = []
  #running = 0

  constructor({ requests, busyMs, atOnce }: Allowance, factor: number) {
    this.#requests = new Bucket(requests, factor)
    this.#busyMs = new Bucket(busyMs, factor)
    this.#atOnce = Math.max(atOnce, Math.floor(atOnce * factor))
  }

  secondsUntilNext(nowMs: number): number {
    return Math.max(this.#requests.secondsUntil(1, nowMs), this.#busyMs.secondsUntil(0, nowMs))
  }

  countRequest(): void {
    this.#requests.take(1)
  }

  /** May go below nothing: what a request costs is known when it is over. */
  countBusy(busyMs: number): void {
    this.#busyMs.take(busyMs)
  }

  isIdle(nowMs: number): boolean {
    return this.#running === 0 && this.#requests.isFull(nowMs) && this.#busyMs.isFull(nowMs)
  }

  async enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= MOST_WAITING) throw busy()
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(busy())
      }, WAIT_MS)
      this.#waiting.push(start)
    })
  }

  /** Hands the place to whom has waited longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}

class Bucket {
  readonly #burst: number
  readonly #perMs: number
  #tokens: number
  #filledAtMs = performance.now()

  constructor({ burst, perSecond }: Limit, factor: number) {
    this.#burst = Math.max(1, burst * factor)
    this.#perMs = (perSecond * factor) / 1000
    this.#tokens = this.#burst
  }

  secondsUntil(wanted: number, nowMs: number): number {
    this.#fill(nowMs)
    return Math.max(0, (wanted - this.#tokens) / this.#perMs / 1000)
  }

  take(tokens: number): void {
    this.#tokens -= tokens
  }

  isFull(nowMs: number): boolean {
    this.#fill(nowMs)
    return this.#tokens >= this.#burst
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs)
    this.#filledAtMs = nowMs
  }
}

function tooMany(waitSeconds: number): RestError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds))
  return new RestError(429, {
    code: 'QS429',
    message: 'Too many requests, or too costly ones',
    hint: `Try again after ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  })
}

const busy = () =>
  new RestError(503, {
    code: 'QS503',
    message: 'Too many requests of this account or address are waiting',
    retryAfterSeconds: 1,
  })
