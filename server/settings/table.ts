import { z } from 'zod'
import { providerSettings } from '../auth/oauth/provider-settings.ts'
import { REQUIRED_CHARACTERS } from '../auth/password/password-policy.ts'
import { archiveSettings } from './archive-settings.ts'
import { billingSettings } from '../billing/billing-settings.ts'
import { accessLogSettings } from '../http/access-log.ts'
import { tracingSettings } from './tracing-settings.ts'
import { operatorSettings } from '../operator-settings.ts'
import { outboundSettings } from '../outbound/outbound-settings.ts'
import { stopSettings } from '../process/stop-settings.ts'
import { restSettings } from '../rest/rest-settings.ts'
import { upkeepSettings } from '../storage/upkeep/upkeep-settings.ts'
import { LARGEST_FILE_BYTES, LIMITS } from '#contract/limits.ts'
import { addressLike, rootAddress, sender, splitList } from './checks.ts'
import { nodeSettings } from './node-settings.ts'

const flag = z.stringbool().default(false)
/** What moved here may have allowed as much; a vault's own password is another one and has its own rule. */
const LEAST_PASSWORD_CHARACTERS = 6

/** Every setting of the server: its environment variable, its check and its default. */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address people use; every link in a mail and every upload location is built from it. */
  PUBLIC_URL: rootAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  ...nodeSettings,
  ...archiveSettings,
  /** A bucket for sealed content in place of the local disk; needs both keys. */
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: addressLike('https://s3.example.org').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** What arrives of a resumable upload is copied to the bucket before it counts, so that any node can continue it. */
  S3_SHARED_UPLOADS: z.stringbool().default(true),
  SMTP_URL: addressLike('smtps://user:password@mail.example.org', /^smtps?$/).optional(),
  /** Whether mail waits rather than leave without TLS. */
  SMTP_TLS: z.enum(['required', 'offered']).default('offered'),
  MAIL_FROM: sender.default('QuantumShield <no-reply@localhost>'),
  /** Name under which the mail server publishes the key of its DKIM signatures; the comprehensive test looks for it. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-)){0,4}$/i, 'must be like mail2030')
    .optional(),
  /** Gateway that delivers SMS: a signed POST for each. Without it, and without SMTP, they appear in the local mailbox. */
  SMS_WEBHOOK_URL: addressLike('https://sms.example.org/send').optional(),
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
  LEDGER_TIMESTAMP_URL: addressLike('https://time.example.org').optional(),
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
  /** Bytes of the language models that an organisation uploads, all together; 0: none can be. */
  OWN_MODEL_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(8 * 1024 ** 3),
  ...upkeepSettings,
  ...restSettings,
  /** realtime/v1: broadcast and presence without a policy, for anybody with the publishable key. */
  REALTIME_PUBLIC_CHANNELS: z.stringbool().default(true),
  /** realtime/v1: connections of one server at most. */
  REALTIME_MAX_CONNECTIONS: z.coerce.number().int().min(0).max(100_000).default(4096),
  /** Files in the MaxMind format that say in which country and network an address is; without, those that come with the program. */
  PLACES_COUNTRY_FILE: z.string().optional(),
  PLACES_NETWORK_FILE: z.string().optional(),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(120).max(86400).default(LIMITS.accessTokenSeconds),
  MAILER_AUTOCONFIRM: flag,
  DISABLE_SIGNUP: flag,
  /** `personal`: people who sign up get an organisation of their own. `single`: they all join the operator's. */
  ORGANISATION: z.enum(['personal', 'single']).optional(),
  /** Who is asked for the records that prove an organisation's domain: addresses with commas between; without, the machine's own. */
  DNS_SERVERS: z.string().default('').transform(splitList),
  ...outboundSettings,
  ...stopSettings,
  ...accessLogSettings,
  ...tracingSettings,
  /** Trust `X-Forwarded-*` from the proxy in front. */
  TRUST_PROXY: flag,
  /** Below so many free bytes on its disk, the server says that it is not ready; 0 does not look. */
  READY_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(256 * 1024 * 1024),
  /** Opens /metrics to who sends it as a bearer token. */
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Multiplies every rate limit; tests and load generators raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
})

/** Names of all settings; `docs/configuration.md` describes each. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape)

export type Values = z.infer<typeof settings>

/** What a setting is without being given, as text; undefined where that depends, or is nothing. */
export function defaultOf(name: string): string | undefined {
  const value = Object.entries(settings.parse({})).find(([one]) => one === name)?.[1]
  const text = Array.isArray(value) ? value.join() : typeof value === 'object' ? '' : String(value ?? '')
  return text === '' ? undefined : text
}
