import type { KeyObject } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type ProviderSettings, providerSettings, readProviders } from './auth/oauth/provider-settings.ts'
import { type BillingSettings, billingSettings, readBilling } from './billing/billing-settings.ts'
import { type OperatorSettings, operatorSettings, readOperator } from './operator-settings.ts'
import type { OutboundSettings } from './outbound/outbound.ts'
import { outboundSettings, readOutbound } from './outbound/outbound-settings.ts'
import { readPublicKeys } from './auth/session/former-project.ts'
import { REQUIRED_CHARACTERS, type RequiredCharacters } from './auth/password/password-policy.ts'
import { readTimestampSettings, type TimestampSettings } from './ledger/timestamps/timestamp-settings.ts'
import { readWitnesses, type WitnessSettings } from './ledger/witnesses/witness-settings.ts'
import type { RestSettings } from './rest/planner.ts'
import { readRest, restSettings } from './rest/rest-settings.ts'
import type { RealtimeSettings } from './realtime/realtime-limits.ts'
import { LARGEST_FILE_BYTES, LIMITS } from '#contract/limits.ts'
import type { OrganisationMode } from '#contract/organisation/organisation.ts'
import type { PlaceSettings } from './threats/places/places.ts'
import type { S3Settings } from './storage/blobs/s3-store.ts'

const flag = z.stringbool().default(false)
/** What moved here may have allowed as much; a vault's own password is another one and has its own rule. */
const LEAST_PASSWORD_CHARACTERS = 6

/** Every setting of the server: its environment variable, its check and its default. */
const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address people use; every link in a mail and every upload location is built from it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** A bucket for sealed content in place of the local disk; needs both keys. */
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Whether mail waits rather than leave without TLS. */
  SMTP_TLS: z.enum(['required', 'offered']).default('offered'),
  MAIL_FROM: z.string().default('QuantumShield <no-reply@localhost>'),
  /** Gateway that delivers SMS: a signed POST for each. Without it, and without SMTP, they appear in the local mailbox. */
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** JWT secret of a project that moved here: its anon and service_role keys (HS256) keep working. */
  JWT_SECRET: z.string().min(32).optional(),
  /** Public keys of such a project, PEM or a JWK set: its keys that are signed with RS256 keep working. */
  JWT_PUBLIC_KEYS: z.string().optional(),
  /** Ask for a proof of work before sign-up, sign-in and mail. */
  AUTH_CAPTCHA: flag,
  /** Of passwords that the server sees: those of accounts without a vault. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(LEAST_PASSWORD_CHARACTERS)
    .max(64)
    .default(LIMITS.passwordCharacters.min),
  PASSWORD_REQUIRED_CHARACTERS: z.enum(REQUIRED_CHARACTERS).default('none'),
  /** Sorted SHA-1 hashes of breached passwords, one a line. */
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  /** Accounts without address and password; they belong to no organisation until they add an email. */
  AUTH_ANONYMOUS: flag,
  ...providerSettings,
  ...billingSettings,
  ...operatorSettings,
  /** Lines of a policy: who signs the public log besides this server, with addresses, and how many have to. */
  LEDGER_WITNESSES: z.string().optional(),
  LEDGER_MIRRORS: z.string().optional(),
  /** A time-stamping authority (RFC 3161), and certificates in PEM of which one issued its own. */
  LEDGER_TIMESTAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  LEDGER_TIMESTAMP_CA: z.string().optional(),
  /** Web pages elsewhere that may call the services, comma separated; `*` is any. */
  CORS_ORIGINS: z.string().default(''),
  /** Let signed-in people add and remove external identities. */
  AUTH_MANUAL_LINKING: flag,
  /** Sign-in at the identity provider of an organisation. */
  AUTH_SAML_ENABLED: z.stringbool().default(true),
  /** Sign-in by wallets (Ethereum, Solana). */
  AUTH_WEB3_ENABLED: flag,
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** Extra redirect targets of mail links, comma separated; `*` matches within one path segment. */
  REDIRECT_ALLOW_LIST: z.string().default(''),
  /** What a file's content was before is kept for so many replacements, and for so many days. */
  FILE_VERSIONS: z.coerce.number().int().nonnegative().default(LIMITS.fileVersions.kept),
  FILE_VERSION_DAYS: z.coerce.number().int().nonnegative().default(LIMITS.fileVersions.days),
  /** Storage of somebody without a subscription, in bytes, or `unlimited`. */
  FREE_STORAGE_BYTES: z.union([z.literal('unlimited'), z.coerce.number().int().min(0)]).optional(),
  /** How many files a person, and all people of an organisation, may store, at whatever size. */
  MAX_FILES_PER_PERSON: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).default(1_000_000),
  MAX_FILES_PER_ORGANISATION: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).default(50_000_000),
  MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .max(LARGEST_FILE_BYTES, `a file of more than ${LARGEST_FILE_BYTES} bytes (48 GiB) cannot be stored`)
    .default(LIMITS.fileBytes),
  ...restSettings,
  /** realtime/v1: broadcast and presence without a policy, for anybody with the publishable key. */
  REALTIME_PUBLIC_CHANNELS: z.stringbool().default(true),
  /** realtime/v1: connections of one server at most. */
  REALTIME_MAX_CONNECTIONS: z.coerce.number().int().min(0).max(100_000).default(4096),
  /** Files in the MaxMind format that say in which country and network an address is; without, those that come with the program. */
  PLACES_COUNTRY_FILE: z.string().optional(),
  PLACES_NETWORK_FILE: z.string().optional(),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(60).max(86400).default(LIMITS.accessTokenSeconds),
  MAILER_AUTOCONFIRM: flag,
  DISABLE_SIGNUP: flag,
  /** `personal`: people who sign up get an organisation of their own. `single`: they all join the operator's. */
  ORGANISATION: z.enum(['personal', 'single']).optional(),
  /** Who is asked for the records that prove an organisation's domain: addresses with commas between; without, the machine's own. */
  DNS_SERVERS: z.string().default('').transform(splitList),
  ...outboundSettings,
  /** Trust `X-Forwarded-*` from the proxy in front. */
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Multiplies every rate limit; tests and load generators raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
})

export type Config = {
  host: string
  port: number
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: content lies on the local disk. */
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  smtpTls: 'required' | 'offered'
  mailFrom: string
  tls: { cert: Buffer; key: Buffer } | undefined
  redirectAllowList: string[]
  maxFileBytes: number
  fileVersions: { kept: number; days: number }
  /** Undefined: without a limit. */
  freeStorageBytes: number | undefined
  maxFiles: { ofPerson: number; ofOrganisation: number }
  smsWebhook: { url: string; secret: string } | undefined
  anonymousSignIns: boolean
  externalProviders: ProviderSettings[]
  manualLinking: boolean
  web3: boolean
  saml: boolean
  billing: BillingSettings
  /** Undefined: messages of the contact form have nowhere to go. */
  supportEmail: string | undefined
  operator: OperatorSettings
  /** Undefined: nobody is asked to sign the public log. */
  ledgerWitnesses: WitnessSettings | undefined
  /** Undefined: no authority is asked when the public log existed. */
  ledgerTimestamps: TimestampSettings | undefined
  corsOrigins: string[]
  captcha: boolean
  passwords: { minLength: number; required: RequiredCharacters; breachedFile: string | undefined }
  jwtSecret: string | undefined
  jwtPublicKeys: KeyObject[]
  rest: RestSettings
  realtime: RealtimeSettings
  places: PlaceSettings
  accessTokenSeconds: number
  autoconfirm: boolean
  signupDisabled: boolean
  /** Undefined: what the database remembers from when it was made, see `startInstallation`. */
  organisation: OrganisationMode | undefined
  /** Empty: those of the machine. */
  dnsServers: string[]
  outbound: OutboundSettings
  trustProxy: boolean
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
  rateLimitFactor: number
}

/** Names of all settings; `docs/configuration.md` describes each. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape)

/**
 * Reads and checks the environment. A setting `X` may also come from the file named by `X_FILE`, as container
 * secrets do.
 * @throws {Error} naming each bad setting and why it is refused.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(withFiles(environment))
  if (!parsed.success) throw new Error(`Bad configuration:\n${z.prettifyError(parsed.error)}`)
  const s = parsed.data
  if (Boolean(s.SMS_WEBHOOK_URL) !== Boolean(s.SMS_WEBHOOK_SECRET)) {
    throw new Error('Bad configuration: SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET belong together')
  }
  const tls = readTls(s)
  const publicUrl = s.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${s.PORT}`
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    dataDir: path.resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    s3: s3Settings(s),
    smtpUrl: s.SMTP_URL,
    smtpTls: s.SMTP_TLS,
    mailFrom: s.MAIL_FROM,
    tls,
    redirectAllowList: splitList(s.REDIRECT_ALLOW_LIST),
    maxFileBytes: s.MAX_FILE_BYTES,
    ...readStorage(s),
    smsWebhook:
      s.SMS_WEBHOOK_URL && s.SMS_WEBHOOK_SECRET ? { url: s.SMS_WEBHOOK_URL, secret: s.SMS_WEBHOOK_SECRET } : undefined,
    anonymousSignIns: s.AUTH_ANONYMOUS,
    externalProviders: readProviders(s),
    manualLinking: s.AUTH_MANUAL_LINKING,
    web3: s.AUTH_WEB3_ENABLED,
    saml: s.AUTH_SAML_ENABLED,
    captcha: s.AUTH_CAPTCHA,
    billing: readBilling(s),
    // The local mailbox shows mail to any address.
    supportEmail: s.SUPPORT_EMAIL ?? (s.SMTP_URL ? undefined : 'support@localhost'),
    operator: readOperator(s, s.SUPPORT_EMAIL ?? null),
    ledgerWitnesses: readWitnesses(s.LEDGER_WITNESSES, s.LEDGER_MIRRORS),
    ledgerTimestamps: readTimestampSettings(s.LEDGER_TIMESTAMP_URL, s.LEDGER_TIMESTAMP_CA),
    corsOrigins: readOrigins(s.CORS_ORIGINS),
    passwords: readPasswordRules(s),
    jwtSecret: s.JWT_SECRET,
    jwtPublicKeys: readJwtKeys(s.JWT_PUBLIC_KEYS),
    rest: readRest(s),
    realtime: {
      hasPublicChannels: s.REALTIME_PUBLIC_CHANNELS,
      maxConnections: s.REALTIME_MAX_CONNECTIONS,
    },
    places: { countryFile: s.PLACES_COUNTRY_FILE, networkFile: s.PLACES_NETWORK_FILE },
    accessTokenSeconds: s.ACCESS_TOKEN_SECONDS,
    autoconfirm: s.MAILER_AUTOCONFIRM,
    signupDisabled: s.DISABLE_SIGNUP,
    organisation: s.ORGANISATION,
    dnsServers: s.DNS_SERVERS,
    outbound: readOutbound(s, s.DNS_SERVERS),
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
  }
}

function readTls({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: z.infer<typeof settings>): Config['tls'] {
  if (cert && key) return { cert: fs.readFileSync(cert), key: fs.readFileSync(key) }
  if (cert || key) throw new Error('Bad configuration: TLS_CERT_FILE and TLS_KEY_FILE belong together')
  return undefined
}

const readPasswordRules = (s: z.infer<typeof settings>): Config['passwords'] => ({
  minLength: s.PASSWORD_MIN_LENGTH,
  required: s.PASSWORD_REQUIRED_CHARACTERS,
  breachedFile: s.BREACHED_PASSWORDS_FILE,
})

function readStorage(s: z.infer<typeof settings>): Pick<Config, 'fileVersions' | 'freeStorageBytes' | 'maxFiles'> {
  return {
    fileVersions: { kept: s.FILE_VERSIONS, days: s.FILE_VERSION_DAYS },
    freeStorageBytes: freeStorage(s),
    maxFiles: { ofPerson: s.MAX_FILES_PER_PERSON, ofOrganisation: s.MAX_FILES_PER_ORGANISATION },
  }
}

// Where nobody can order more, a limit that nobody chose would only be in the way.
function freeStorage({ FREE_STORAGE_BYTES: bytes, ...s }: z.infer<typeof settings>): number | undefined {
  if (bytes === 'unlimited') return undefined
  return bytes ?? (readBilling(s).provider === 'off' ? undefined : LIMITS.freeStorageBytes)
}

function readJwtKeys(text: string | undefined): KeyObject[] {
  try {
    return text === undefined ? [] : readPublicKeys(text)
  } catch (cause) {
    throw new Error('Bad configuration: JWT_PUBLIC_KEYS holds no RSA key of 2048 bits or more, as PEM or JWK set', {
      cause,
    })
  }
}

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function readOrigins(list: string): string[] {
  const origins = splitList(list)
  // A path or a trailing slash would never match what browsers send.
  const wrong = origins.find((entry) => entry !== '*' && !(URL.canParse(entry) && new URL(entry).origin === entry))
  if (wrong)
    throw new Error(`Bad configuration: CORS_ORIGINS holds ${wrong}, which is not like https://app.example.com`)
  return origins
}

function s3Settings(s: z.infer<typeof settings>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = s
  if (bucket && accessKeyId && secretAccessKey)
    return { endpoint: s.S3_ENDPOINT, region: s.S3_REGION, bucket, accessKeyId, secretAccessKey }
  // A half of it would quietly store on the local disk.
  if (bucket || accessKeyId || secretAccessKey || s.S3_ENDPOINT) {
    throw new Error('Bad configuration: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together')
  }
  return undefined
}

// Empty strings count as absent: compose files pass unset variables that way.
function withFiles(environment: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(settings.shape)) {
    const file = environment[`${name}_FILE`]
    const value =
      environment[name] ?? (file && !(`${name}_FILE` in settings.shape) ? fs.readFileSync(file, 'utf8').trim() : '')
    if (value) values[name] = value
  }
  return values
}
