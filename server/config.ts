import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'

const flag = z.stringbool().default(false)

/** Every setting of the server: its environment variable, its check and its default. */
const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address people use; every link in a mail and every upload location is built from it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('QuantumShield <no-reply@localhost>'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** Extra redirect targets of mail links, comma separated; `*` matches within one path segment. */
  REDIRECT_ALLOW_LIST: z.string().default(''),
  MAX_FILE_BYTES: z.coerce.number().int().positive().default(LIMITS.fileBytes),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(60).max(86400).default(LIMITS.accessTokenSeconds),
  MAILER_AUTOCONFIRM: flag,
  DISABLE_SIGNUP: flag,
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
  smtpUrl: string | undefined
  mailFrom: string
  tls: { cert: Buffer; key: Buffer } | undefined
  redirectAllowList: string[]
  maxFileBytes: number
  accessTokenSeconds: number
  autoconfirm: boolean
  signupDisabled: boolean
  trustProxy: boolean
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
  rateLimitFactor: number
}

/**
 * Reads and checks the environment. A setting `X` may also come from the file named by `X_FILE`, as container
 * secrets do.
 * @throws {Error} naming each bad setting and why it is refused.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(withFiles(environment))
  if (!parsed.success) throw new Error(`Bad configuration:\n${z.prettifyError(parsed.error)}`)
  const s = parsed.data
  if (Boolean(s.TLS_CERT_FILE) !== Boolean(s.TLS_KEY_FILE)) {
    throw new Error('Bad configuration: TLS_CERT_FILE and TLS_KEY_FILE belong together')
  }
  const tls =
    s.TLS_CERT_FILE && s.TLS_KEY_FILE
      ? { cert: fs.readFileSync(s.TLS_CERT_FILE), key: fs.readFileSync(s.TLS_KEY_FILE) }
      : undefined
  const publicUrl = s.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${s.PORT}`
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    dataDir: path.resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    tls,
    redirectAllowList: s.REDIRECT_ALLOW_LIST.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    maxFileBytes: s.MAX_FILE_BYTES,
    accessTokenSeconds: s.ACCESS_TOKEN_SECONDS,
    autoconfirm: s.MAILER_AUTOCONFIRM,
    signupDisabled: s.DISABLE_SIGNUP,
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
  }
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
