import type { KeyObject } from 'node:crypto'
import path from 'node:path'
import { type ProviderSettings, readProviders } from './auth/oauth/provider-settings.ts'
import { type ArchiveSettings, readArchive } from './settings/archive-settings.ts'
import { type BillingSettings, readBilling } from './billing/billing-settings.ts'
import { type OperatorSettings, readOperator } from './operator-settings.ts'
import type { OutboundSettings } from './outbound/outbound.ts'
import { readOutbound } from './outbound/outbound-settings.ts'
import { readPublicKeys } from './auth/session/former-project.ts'
import { type RequiredCharacters } from './auth/password/password-policy.ts'
import { readTimestampSettings, type TimestampSettings } from './ledger/timestamps/timestamp-settings.ts'
import { readWitnesses, type WitnessSettings } from './ledger/witnesses/witness-settings.ts'
import type { RestSettings } from './rest/planner.ts'
import { readRest } from './rest/rest-settings.ts'
import type { RealtimeSettings } from './realtime/realtime-limits.ts'
import { readStop, type StopSettings } from './process/stop-settings.ts'
import { type AccessLogSettings, readAccessLog } from './http/access-log.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OrganisationMode } from '#contract/organisation/organisation.ts'
import { readCertificate, redirectTargets, requireReadable, splitList } from './settings/checks.ts'
import { type Given, readGiven, refusalsOfParts, type Refusal, refusedBy } from './settings/given.ts'
import { type NodeSettings, readNode } from './settings/node-settings.ts'
import { SETTING_NAMES, settings, type Values } from './settings/table.ts'
import type { PlaceSettings } from './threats/places/places.ts'
import type { S3Settings } from './storage/blobs/s3-store.ts'
import { readUpkeep, type UpkeepSettings } from './storage/upkeep/upkeep-settings.ts'
import { readTracing, type TracingSettings } from './settings/tracing-settings.ts'

export type Config = NodeSettings & {
  host: string
  port: number
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Undefined: no point in time can be recovered. */
  archive: ArchiveSettings | undefined
  /** Undefined: content lies on the local disk. */
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  smtpTls: 'required' | 'offered'
  mailFrom: string
  dkimSelector: string | undefined
  tls: { cert: Buffer; key: Buffer } | undefined
  redirectAllowList: string[]
  maxFileBytes: number
  /** Bytes of the language models that an organisation uploads, all together; 0: none can be. */
  ownModelBytes: number
  fileVersions: { kept: number; days: number }
  /** Undefined: without a limit. */
  freeStorageBytes: number | undefined
  maxFiles: { ofPerson: number; ofOrganisation: number }
  upkeep: UpkeepSettings
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
  stop: StopSettings
  accessLog: AccessLogSettings
  /** Undefined: nothing is traced. */
  tracing: TracingSettings | undefined
  trustProxy: boolean
  readyFreeBytes: number
  /** Undefined: there is no /metrics. */
  metricsToken: string | undefined
  logLevel: Values['LOG_LEVEL']
  rateLimitFactor: number
}

/** What several settings are together, or what more than their form decides: each of these may refuse. */
const partsOf = (s: Values) => ({
  node: () => readNode(s),
  archive: () => readArchive(s),
  s3: () => s3Settings(s),
  tls: () => readTls(s),
  redirects: () => redirectTargets(splitList(s.REDIRECT_ALLOW_LIST)),
  sms: () => readSms(s),
  providers: () => readProviders(s),
  billing: () => readBilling(s),
  operator: () => readOperator(s, s.SUPPORT_EMAIL ?? null),
  witnesses: () => readWitnesses(s.LEDGER_WITNESSES, s.LEDGER_MIRRORS),
  timestamps: () => readTimestampSettings(s.LEDGER_TIMESTAMP_URL, s.LEDGER_TIMESTAMP_CA),
  origins: () => readOrigins(s.CORS_ORIGINS),
  passwords: () => readPasswordRules(s),
  jwtKeys: () => readJwtKeys(s.JWT_PUBLIC_KEYS),
  outbound: () => readOutbound(s, s.DNS_SERVERS),
})

/**
 * Reads and checks the environment. A setting `X` may also come from the file named by `X_FILE`, as container
 * secrets do.
 * @throws {Error} naming each bad setting and why it is refused.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { config, refusals } = inspectConfig(environment)
  if (!config) throw refusedBy(refusals)
  return config
}

export type Inspected = {
  /** Undefined when anything is refused. */
  config: Config | undefined
  /** All of them, at once. */
  refusals: Refusal[]
  given: ReadonlyMap<string, Given>
}

/** Reads and checks the environment without an end at the first setting that is refused. */
export function inspectConfig(environment: NodeJS.ProcessEnv): Inspected {
  const { given, refusals } = readGiven(environment, SETTING_NAMES)
  const texts = Object.fromEntries([...given].map(([name, { text }]) => [name, text]))
  const whole = settings.safeParse(texts)
  for (const { path: at, message } of whole.error?.issues ?? []) {
    refusals.push({ settings: [String(at[0])], why: message })
    delete texts[String(at[0])]
  }
  const values = whole.data ?? settings.parse(texts)
  const parts = partsOf(values)
  refusals.push(...refusalsOfParts(Object.values(parts), { names: SETTING_NAMES, refusals }))
  return { config: refusals.length === 0 ? configOf(values, parts) : undefined, refusals, given }
}

function configOf(s: Values, parts: ReturnType<typeof partsOf>): Config {
  const tls = parts.tls()
  const publicUrl = s.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${s.PORT}`
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    dataDir: path.resolve(s.DATA_DIR),
    ...parts.node(),
    archive: parts.archive(),
    s3: parts.s3(),
    smtpUrl: s.SMTP_URL,
    smtpTls: s.SMTP_TLS,
    mailFrom: s.MAIL_FROM,
    dkimSelector: s.DKIM_SELECTOR,
    tls,
    redirectAllowList: parts.redirects(),
    maxFileBytes: s.MAX_FILE_BYTES,
    ownModelBytes: s.OWN_MODEL_BYTES,
    ...readStorage(s, parts.billing()),
    upkeep: readUpkeep(s),
    smsWebhook: parts.sms(),
    anonymousSignIns: s.AUTH_ANONYMOUS,
    externalProviders: parts.providers(),
    manualLinking: s.AUTH_MANUAL_LINKING,
    web3: s.AUTH_WEB3_ENABLED,
    saml: s.AUTH_SAML_ENABLED,
    captcha: s.AUTH_CAPTCHA,
    billing: parts.billing(),
    // The local mailbox shows mail to any address.
    supportEmail: s.SUPPORT_EMAIL ?? (s.SMTP_URL ? undefined : 'support@localhost'),
    operator: parts.operator(),
    ledgerWitnesses: parts.witnesses(),
    ledgerTimestamps: parts.timestamps(),
    corsOrigins: parts.origins(),
    passwords: parts.passwords(),
    jwtSecret: s.JWT_SECRET,
    jwtPublicKeys: parts.jwtKeys(),
    rest: readRest(s),
    realtime: { hasPublicChannels: s.REALTIME_PUBLIC_CHANNELS, maxConnections: s.REALTIME_MAX_CONNECTIONS },
    places: { countryFile: s.PLACES_COUNTRY_FILE, networkFile: s.PLACES_NETWORK_FILE },
    accessTokenSeconds: s.ACCESS_TOKEN_SECONDS,
    autoconfirm: s.MAILER_AUTOCONFIRM,
    signupDisabled: s.DISABLE_SIGNUP,
    organisation: s.ORGANISATION,
    dnsServers: s.DNS_SERVERS,
    outbound: parts.outbound(),
    stop: readStop(s),
    accessLog: readAccessLog(s),
    tracing: readTracing(s),
    trustProxy: s.TRUST_PROXY,
    readyFreeBytes: s.READY_FREE_BYTES,
    metricsToken: s.METRICS_TOKEN,
    logLevel: s.LOG_LEVEL,
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
  }
}

function readSms({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret }: Values): Config['smsWebhook'] {
  if (url && secret) return { url, secret }
  if (url || secret) throw new Error('Bad configuration: SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET belong together')
  return undefined
}

function readTls({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: Values): Config['tls'] {
  if (cert && key) return readCertificate({ cert, key })
  if (cert || key) throw new Error('Bad configuration: TLS_CERT_FILE and TLS_KEY_FILE belong together')
  return undefined
}

const readPasswordRules = (s: Values): Config['passwords'] => ({
  minLength: s.PASSWORD_MIN_LENGTH,
  required: s.PASSWORD_REQUIRED_CHARACTERS,
  breachedFile: requireReadable('BREACHED_PASSWORDS_FILE', s.BREACHED_PASSWORDS_FILE),
})

type StorageLimits = Pick<Config, 'fileVersions' | 'freeStorageBytes' | 'maxFiles'>

function readStorage(s: Values, billing: BillingSettings): StorageLimits {
  return {
    fileVersions: { kept: s.FILE_VERSIONS, days: s.FILE_VERSION_DAYS },
    freeStorageBytes: freeStorage(s, billing),
    maxFiles: { ofPerson: s.MAX_FILES_PER_PERSON, ofOrganisation: s.MAX_FILES_PER_ORGANISATION },
  }
}

// Where nobody can order more, a limit that nobody chose would only be in the way.
function freeStorage({ FREE_STORAGE_BYTES: bytes }: Values, { provider }: BillingSettings): number | undefined {
  if (bytes === 'unlimited') return undefined
  return bytes ?? (provider === 'off' ? undefined : LIMITS.freeStorageBytes)
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

function readOrigins(list: string): string[] {
  const origins = splitList(list)
  // A path or a trailing slash would never match what browsers send.
  const wrong = origins.find((entry) => entry !== '*' && !(URL.canParse(entry) && new URL(entry).origin === entry))
  if (wrong)
    throw new Error(`Bad configuration: CORS_ORIGINS holds ${wrong}, which is not like https://app.example.com`)
  return origins
}

function s3Settings(s: Values): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = s
  if (bucket && accessKeyId && secretAccessKey)
    return {
      endpoint: s.S3_ENDPOINT,
      region: s.S3_REGION,
      bucket,
      accessKeyId,
      secretAccessKey,
      sharesUploads: s.S3_SHARED_UPLOADS,
    }
  // A half of it would quietly store on the local disk.
  if (bucket || accessKeyId || secretAccessKey || s.S3_ENDPOINT) {
    throw new Error('Bad configuration: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together')
  }
  return undefined
}
