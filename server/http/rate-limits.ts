import { createHmac } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { Refusal } from './refusal.ts'
import { isIPv6 } from 'node:net'

/** `burst` calls at once, then one each `refillSeconds`. */
type Limit = { burst: number; refillSeconds: number }

/** Starting values; `RATE_LIMIT_FACTOR` multiplies all of them. */
const RATE_LIMITS = {
  passwordByAccount: { burst: 10, refillSeconds: 6 },
  passwordByKnownDevice: { burst: 10, refillSeconds: 6 },
  /** Tries that strangers pay for by a proof of work, for one account together. */
  passwordByPayer: { burst: 60, refillSeconds: 1 },
  passwordByAddress: { burst: 20, refillSeconds: 3 },
  /** What the owner of a device that signed in before has, of each kind, when others behind their address used up what is counted by address. */
  ofKnownDevice: { burst: 20, refillSeconds: 6 },
  refreshByAddress: { burst: 150, refillSeconds: 2 },
  // People of one office share an address, so this is more than one person needs.
  signUpByAddress: { burst: 30, refillSeconds: 120 },
  kdfByAddress: { burst: 60, refillSeconds: 1 },
  verifyByAddress: { burst: 30, refillSeconds: 10 },
  /** Anybody may invite, in words that they choose. */
  invitationByUser: { burst: 30, refillSeconds: 600 },
  /** How far a list of invitations is, which an open page asks for every second. */
  peopleByUser: { burst: 120, refillSeconds: 0.5 },
  /** Lists of thousands of rows, in and out. */
  importByUser: { burst: 10, refillSeconds: 10 },
  changeByUser: { burst: 20, refillSeconds: 6 },
  /** Each costs two signature checks, and one for every member. */
  statementByUser: { burst: 30, refillSeconds: 6 },
  mailByAddress: { burst: 30, refillSeconds: 60 },
  /** Anybody may ask for status mails, to any address: that must not use up the mails of those who sign in. */
  mailOfStatusByAddress: { burst: 10, refillSeconds: 120 },
  /** The first mail to a person and "send it again" twice, then one a minute. */
  mailByRecipient: { burst: 3, refillSeconds: 60 },
  /** An SMS costs money, so there are fewer. */
  smsByAddress: { burst: 10, refillSeconds: 180 },
  smsByRecipient: { burst: 1, refillSeconds: 60 },
  smsByRecipientHourly: { burst: 4, refillSeconds: 900 },
  smsBySession: { burst: 1, refillSeconds: 60 },
  smsOfSessionsByRecipient: { burst: 4, refillSeconds: 900 },
  smsByKnownDevice: { burst: 2, refillSeconds: 300 },
  externalByAddress: { burst: 30, refillSeconds: 10 },
  anonymousByAddress: { burst: 30, refillSeconds: 120 },
  mailByRecipientHourly: { burst: 5, refillSeconds: 720 },
  mailByKnownDevice: { burst: 5, refillSeconds: 180 },
  /** Codes that somebody asks for who signed in: strangers use up none of them. */
  mailBySession: { burst: 3, refillSeconds: 120 },
  mailOfSessionsByRecipient: { burst: 10, refillSeconds: 180 },
  /** With a proof of work, when strangers have used up those by recipient. */
  mailByPayer: { burst: 6, refillSeconds: 600 },
  mfaByAddress: { burst: 15, refillSeconds: 4 },
  /** Three codes of a million are right at any time, so this is what keeps a known password from being enough. */
  mfaCodeByUser: { burst: 10, refillSeconds: 60 },
  recoveryCodeByUser: { burst: 5, refillSeconds: 120 },
  passkeyByAddress: { burst: 30, refillSeconds: 10 },
  /** One link or request, from one address. */
  linkByAddress: { burst: 60, refillSeconds: 2 },
  /** Two for each file that somebody sends for a request. */
  deliveryByAddress: { burst: 400, refillSeconds: 1 },
  /** Devices of one building share an address. */
  deviceByAddress: { burst: 4_000, refillSeconds: 0.05 },
  /** Two for each file. */
  deviceRequest: { burst: 120, refillSeconds: 1 },
  /** Tries of enrolment codes, each of 32 random bytes, and new keys of devices. */
  deviceEnrolByAddress: { burst: 1_000, refillSeconds: 1 },
  deviceKey: { burst: 5, refillSeconds: 3600 },
  /** Events of reading what others own: an archive of a large team space fits, a log that grows for ever does not. */
  readEventByUser: { burst: 20_000, refillSeconds: 1 },
  /** Each opens a connection to where an administrator points. */
  streamTestByUser: { burst: 5, refillSeconds: 12 },
  /** Documents of the compliance page, some of which are made for each request. */
  documentByAddress: { burst: 40, refillSeconds: 10 },
  /** Tiles, checkpoints and places: a page of the log asks for a few, a monitor for all of them. */
  ledgerByAddress: { burst: 2_000, refillSeconds: 0.1 },
  /** Wrong tries of the password of a shared link or a request. */
  linkPassword: { burst: 20, refillSeconds: 15 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof RATE_LIMITS

/** A limit that a feature declares beside its routes. */
export type NamedLimit = Limit & { readonly name: string }

/** Returns limits that know their names, which must differ from those of all other features. */
export function namedLimits<Name extends string>(limits: Record<Name, Limit>): Record<Name, NamedLimit> {
  const named = Object.entries<Limit>(limits).map(([name, limit]) => [name, { ...limit, name }])
  return Object.fromEntries(named) as Record<Name, NamedLimit>
}

/** Codes of auth/v1; the other services answer with the same ones. */
type RateLimitCode =
  | 'mfa_recovery_codes_locked'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'over_sms_send_rate_limit'

export class RateLimitError extends Refusal<RateLimitCode> {
  override readonly name = 'RateLimitError'

  constructor(code: RateLimitCode, retryAfterSeconds: number) {
    const message = `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`
    super(429, code, message, { retryAfterSeconds })
  }
}

type RateLimitServices = {
  config: { rateLimitFactor: number }
  database: Database
  secrets: { serverSecret: Buffer }
}

// What bucket b holds by now. One that is dated in the future was filled before the clock was put back, nobody knows how long ago: it counts as if it
// had been as long before now, or it would stay empty until the clock is there again.
const FILLED = `least($2::double precision,
  b.tokens + abs(extract(epoch from clock_timestamp() - b.refilled_at)) * $3::double precision)`

/** Token buckets in PostgreSQL, shared by all nodes. Names of buckets are keyed hashes, so no address is kept in clear. */
export class RateLimits {
  readonly #database: Database
  readonly #secret: Buffer
  readonly #factor: number

  constructor({ config, database, secrets }: RateLimitServices) {
    this.#database = database
    this.#secret = secrets.serverSecret
    this.#factor = config.rateLimitFactor
  }

  /**
   * Takes one token of the bucket that `limit` keeps for `subject`: an email, a user id or an IP address. IPv6 counts by /64, the least
   * one subscriber has.
   * @param cost 0 asks for a token and leaves it there, for what turned out not to count. It waits its turn like one that takes it, so that
   *   of many at once it passes only while there is one.
   * @throws {RateLimitError} with the seconds to wait.
   */
  async take(limit: LimitName | NamedLimit, subject: string, { cost = 1 }: { cost?: 0 | 1 } = {}): Promise<void> {
    const { name, ...amounts } = typeof limit === 'string' ? { name: limit, ...RATE_LIMITS[limit] } : limit
    const waitSeconds = Math.ceil(await this.#takeToken(this.#bucketOf(name, subject), amounts, cost))
    if (waitSeconds <= 0) return
    throw new RateLimitError(codeOf(name), waitSeconds)
  }

  /** Returns the name of the row of `auth.rate_limits`, for what makes it older in place of a wait. */
  bucketOf(name: LimitName, subject: string): string {
    return this.#bucketOf(name, subject)
  }

  #bucketOf(name: string, subject: string): string {
    return createHmac('sha256', this.#secret)
      .update(`qs1/rate/${name}/${networkOf(subject)}`)
      .digest('base64url')
  }

  /** @returns 0 when a token was there, else the seconds until one is. */
  async #takeToken(bucket: string, { burst, refillSeconds }: Limit, cost: 0 | 1): Promise<number> {
    const { rows } = await this.#database.owner<{ wait: number }>(
      `with taken as (
         insert into auth.rate_limits as b (bucket, tokens, refilled_at)
         values ($1, $2::double precision - $4, clock_timestamp())
         on conflict (bucket) do update
         set tokens = ${FILLED} - $4, refilled_at = clock_timestamp()
         where ${FILLED} >= 1
         returning 0
       )
       select case
                when exists (select from taken) then 0
                else greatest(0.001, (1 - ${FILLED}) / $3)
              end as wait
       -- No row in this snapshot: others made it and emptied it while we waited.
       from (select 0) as one
       left join auth.rate_limits b on b.bucket = $1`,
      [bucket, Math.max(1, burst * this.#factor), this.#factor / refillSeconds, cost],
    )
    return rows[0]?.wait ?? 0
  }
}

function codeOf(name: string): RateLimitCode {
  if (name === 'recoveryCodeByUser') return 'mfa_recovery_codes_locked'
  if (name.startsWith('mail')) return 'over_email_send_rate_limit'
  return name.startsWith('sms') ? 'over_sms_send_rate_limit' : 'over_request_rate_limit'
}

/** The first 64 bits of an IPv6 address; anything else, and an IPv4 address in IPv6 form, as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
