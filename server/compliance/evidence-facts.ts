import fs from 'node:fs/promises'
import path from 'node:path'
import {
  type Certification,
  type CertificationState,
  certificationState,
} from '#contract/compliance/certification-state.ts'
import { type MailTransport, mailTransport } from '#server/mail/mail-transport.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { baselineHeaders, isReachedByHttps } from '#server/http/security-headers.ts'
import { TLS } from '#server/http/tls.ts'
import { webBuild, webBuildHash } from '#server/http/web-app.ts'
import type { Secrets } from '#server/secrets.ts'
import { listCertifications } from './certifications.sql.ts'
import { CONTROLS } from './control-mapping.ts'
import { CONTROL_STATES, type ControlState } from './controls/control.ts'
import {
  appliedMigrations,
  type Count,
  countsByKind,
  type GuardedTable,
  guardedTables,
  type Migration,
  postgresVersion,
} from './evidence-facts.sql.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

export type Fact = readonly [name: string, value: string]
export type EvidenceServices = { config: Config; secrets: Secrets; database: Database }

/** What an evidence report says, read from the running system at `now`. Holds no secret and nothing about a person. */
export type EvidenceFacts = {
  now: Date
  program: Fact[]
  settings: Fact[]
  transport: Fact[]
  headers: Fact[]
  signingKeys: Fact[]
  migrations: Migration[]
  tables: GuardedTable[]
  counts: Count[]
  certifications: (Certification & { state: CertificationState })[]
  controls: { framework: string; counts: Record<ControlState, number> }[]
}

export async function evidenceFacts(services: EvidenceServices, now: Date): Promise<EvidenceFacts> {
  const { config, secrets, database } = services
  const today = now.toISOString().slice(0, 10)
  const records = await listCertifications(database)
  return {
    now,
    program: [
      ['Product', `QuantumShield ${await productVersion()}`],
      ['Web build', webBuild()],
      ['Files of the web build', deliveredFiles()],
      ['Node.js', process.version],
      ['OpenSSL', process.versions.openssl ?? ''],
      ['PostgreSQL', await postgresVersion(database)],
      ['System', `${process.platform} ${process.arch}`],
    ],
    settings: settingsInForce(config),
    transport: transportFacts(config),
    headers: Object.entries(baselineHeaders({ isHttps: isReachedByHttps(config) })),
    signingKeys: listedKeys(secrets),
    migrations: await appliedMigrations(database),
    tables: await guardedTables(database),
    counts: await countsByKind(database),
    certifications: records.map((record) => ({ ...record, state: certificationState(record, today) })),
    controls: controlCounts(),
  }
}

function listedKeys({ publicKeys, signingKey }: Pick<Secrets, 'publicKeys' | 'signingKey'>): [string, string][] {
  const signing = publicKeys.findIndex(({ kid }) => kid === signingKey.kid)
  return publicKeys.map(({ kid = '', alg = '' }, place) => {
    const state = place === signing ? 'signs now' : place < signing ? 'signs soon' : 'retired, still listed'
    return [`${alg}, ${state}`, kid]
  })
}

/** Version of package.json. */
export async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await fs.readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Two installations, or an installation and a build of the source, can be compared by it. */
function deliveredFiles(): string {
  const built = webBuildHash()
  if (!built) return 'The web app is not built'
  return `${built.files} files, listed in /build.json with SHA-256 ${built.sha256}`
}

const MAIL: Record<MailTransport, string> = {
  mailbox: 'LOCAL MAILBOX: not for use by others',
  'this-machine': 'through an SMTP server on the machine itself',
  encrypted: 'through an SMTP server, over TLS only',
  'may-be-clear': 'through an SMTP server, IN CLEAR TEXT where it offers no TLS',
}

/** Chosen by name: a setting that is added later stays out until somebody has thought about it. */
function settingsInForce(config: Config): Fact[] {
  return [
    ['Public address', config.publicUrl],
    ['Largest file', `${config.maxFileBytes} bytes`],
    ['Earlier versions kept', `${config.fileVersions.kept}, for ${config.fileVersions.days} days`],
    ['Content lies', config.s3 ? 'in a bucket of an S3 server, sealed' : 'on local disk, sealed'],
    ['Database', config.databaseUrl ? 'PostgreSQL of the operator' : 'embedded PostgreSQL, local socket only'],
    ['Mail', MAIL[mailTransport(config)]],
    ['Sign-up', config.signupDisabled ? 'closed' : 'open'],
    ['Confirmation of addresses', config.autoconfirm ? 'OFF' : 'required'],
    ['Proof of work before sign-in', onOff(config.captcha)],
    ['Shortest password without a vault', `${config.passwords.minLength} characters`],
    ['List of breached passwords', onOff(config.passwords.breachedFile !== undefined)],
    ['Anonymous sign-ins', onOff(config.anonymousSignIns)],
    ['Sign-in at providers', config.externalProviders.map(({ name }) => name).join(', ') || 'none'],
    ['Life of an access token', `${config.accessTokenSeconds} seconds`],
    ['Factor of rate limits', String(config.rateLimitFactor)],
    ['Other origins allowed', config.corsOrigins.length === 0 ? 'none' : config.corsOrigins.join(', ')],
    ['Payment', config.billing.provider],
  ]
}

function transportFacts(config: Config): Fact[] {
  if (!config.tls) {
    return [
      ['TLS', 'not ended by this server: it speaks plain HTTP'],
      ['Address people use', config.publicUrl.startsWith('https:') ? 'https, through a proxy in front' : 'http'],
      ['Headers of a proxy', config.trustProxy ? 'believed (TRUST_PROXY)' : 'not believed'],
    ]
  }
  return [
    ['TLS', `${TLS.minVersion.replace('v', ' ')} only`],
    ['Groups offered, in order', TLS.groups.join(', ')],
  ]
}

function controlCounts(): EvidenceFacts['controls'] {
  const frameworks = [...new Set(CONTROLS.map(({ framework }) => framework))]
  return frameworks.map((framework) => {
    const own = CONTROLS.filter((control) => control.framework === framework)
    const counts = CONTROL_STATES.map((state) => [state, own.filter((control) => control.state === state).length])
    return { framework, counts: Object.fromEntries(counts) as Record<ControlState, number> }
  })
}

const onOff = (is: boolean): string => (is ? 'on' : 'off')
