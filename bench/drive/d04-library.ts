import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { Pool } from 'pg'
import { z } from 'zod'
import { type VaultFile, proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { VaultApi } from '#vault/session/api.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { mapFew } from '#vault/session/map-few.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { zipStream } from '#vault/transfer/zip-stream.ts'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { startBenchServer } from '../lib/server.ts'

const PHOTOS = 20_000
const IN_ARCHIVE = 5000
const PHOTO_BYTES = 4096
const PASSWORD = 'only for this run 8402'
const LAUNCHER = path.join(import.meta.dirname, '../../cli/quantumshield.mjs')
const { signal } = new AbortController()

/** A person who reads everything of their own, as a new computer, a nightly check and a farewell do. */
export const library: Entry = {
  name: 'd04-library',
  title:
    'An account full of photos is listed, scrolled through, packed, checked and exported with the limits and detectors of production',
  holdsBack:
    'one process asks, a few requests at a time; each photo is one small object with a signed record of its own.',
  run,
}

type Step = { name: string; files: number; seconds: number }
type Library = { api: VaultApi; vault: OpenVault; email: string; statuses: Map<number, number> }

/** `PHOTOS` in the environment takes another number than the usual one. */
async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const count = Number(process.env['PHOTOS'] ?? (isQuick ? 150 : PHOTOS))
  const environment = { MAILER_AUTOCONFIRM: 'true', LOG_LEVEL: 'error' }
  const server = await startBenchServer({ environment })
  const owner = new Pool({ host: server.databaseSocket, user: 'postgres', database: 'quantumshield', max: 2 })
  owner.on('error', () => undefined)
  whenDone(() => owner.end())
  // The first account owns the installation; the library is somebody else's.
  await makeLibrary(server.url, 'first@example.org')
  const own = await makeLibrary(server.url, 'photos@example.org')
  const steps: Step[] = []
  const timed = async (name: string, work: () => Promise<number>): Promise<void> => {
    const began = performance.now()
    const files = await work()
    steps.push({ name, files, seconds: (performance.now() - began) / 1000 })
    process.stderr.write(`  ${name}: ${files} in ${Math.round(steps.at(-1)?.seconds ?? 0)} s\n`)
  }
  await timed('stored', () => store(own, count))
  let listed: VaultFile[] = []
  await timed('listed', async () => (listed = await listFiles(own.api, own.vault)).length)
  await timed('scrolled through as tiles', () => scroll(own, listed))
  await timed('packed into an archive', () => pack(own, listed.slice(0, IN_ARCHIVE)))
  const inTerminal = terminal(server.url, own.email, folder)
  await inTerminal('login', '--server', server.url, '--email', own.email)
  await inTerminal('unlock', '--for', '8h')
  await timed('exported by the command line', async () =>
    entriesOf(await inTerminal('export', '--all', '--to', path.join(folder, 'exported'), '--json')),
  )
  await timed('verified by the command line', async () => entriesOf(await inTerminal('verify', '--all', '--json')))
  const said = await whatWasSaid(owner, own)
  return section({ count, steps, said })
}

async function makeLibrary(url: string, email: string): Promise<Library> {
  const answer: unknown = await (await fetch(`${url}/config.json`)).json()
  const { publishable_key: publishableKey } = z.object({ publishable_key: z.string() }).parse(answer)
  const { authSecret, kek, kdf } = await newCredentials(PASSWORD)
  const client = createClient(url, publishableKey, { auth: { persistSession: false } })
  const statuses = new Map<number, number>()
  const api = new VaultApi({
    baseUrl: url,
    publishableKey,
    // A run takes longer than a token lives.
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token,
    onAnswer: ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
  })
  await api.auth('signup', { email, password: authSecret, kdf })
  const { data, error } = await client.auth.signInWithPassword({ email, password: authSecret })
  if (error) throw error
  const { id } = data.user
  const enrolment = await prepareEnrolment({ userId: id, kek, kdf, now: new Date() })
  await enrolment.store(api)
  return { api, vault: await openVault(api, id, enrolment.amk), email, statuses }
}

/** Each sealed under a key of its own, sent and signed by the vault's own library: nothing is written past it. */
async function store({ api, vault }: Library, count: number): Promise<number> {
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  await mapFew(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const source = new Blob([randomBytes(PHOTO_BYTES)])
      const file = { name: `photo ${at}.jpg`, type: 'image/jpeg', sizeBytes: source.size, folderId: null }
      const plan = planUpload(vault, file, new Date())
      const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
      await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
    },
  )
  return count
}

async function readWhole({ api, vault }: Library, file: VaultFile, purpose: 'thumbnail' | 'download') {
  const keys = { ...readingKeys(await proveFile(api, vault, file.id)), purpose }
  for await (const piece of openContent(api, keys, signal)) void piece
}

/** A small picture of a photo is drawn from the whole of it. */
async function scroll(own: Library, files: readonly VaultFile[]): Promise<number> {
  await mapFew(files, (file) => readWhole(own, file, 'thumbnail'))
  return files.length
}

async function pack({ api, vault }: Library, files: readonly VaultFile[]): Promise<number> {
  const entries = files.map(({ id, name, createdAt }) => ({
    path: name,
    modifiedAt: () => new Date(createdAt),
    content: async function* () {
      yield* openContent(api, { ...readingKeys(await proveFile(api, vault, id)), purpose: 'download' }, signal)
    },
  }))
  for await (const piece of zipStream(entries)) void piece
  return files.length
}

/** The real command in a process of its own, on a computer of its own. */
function terminal(url: string, email: string, folder: string) {
  const environment = {
    ...process.env,
    QUANTUMSHIELD_HOME: path.join(folder, 'home'),
    QUANTUMSHIELD_PASSWORD: PASSWORD,
  }
  return async (...words: string[]): Promise<string> => {
    const options = { env: environment, maxBuffer: 2 ** 30 }
    const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...words], options)
    return stdout
  }
}

/** @throws where one of them says that something failed */
function entriesOf(json: string): number {
  const entries = z
    .array(z.looseObject({ error: z.unknown().optional(), is_whole: z.boolean().optional() }))
    .parse(JSON.parse(json))
  const wrong = entries.filter(({ error, is_whole }) => error !== undefined || is_whole === false)
  if (wrong.length > 0) throw new Error(`${wrong.length} failed: ${JSON.stringify(wrong[0])}`)
  return entries.length
}

type Said = { detections: number; enforcements: number; refusals: number }

async function whatWasSaid(owner: Pool, { vault, statuses }: Library): Promise<Said> {
  const { rows } = await owner.query<{ detector: string; enforcement: string; times: number }>(
    `select detector, enforcement, sum(times)::int as times from public.threat_detections where user_id = $1 group by 1, 2`,
    [vault.userId],
  )
  for (const { detector, enforcement, times } of rows)
    process.stderr.write(`  ${detector}: ${enforcement}, ${times} times\n`)
  const { rows: held } = await owner.query<{ count: number }>(
    'select count(*)::int as count from public.threat_enforcements where user_id = $1',
    [vault.userId],
  )
  const refusals = [...statuses].filter(([status]) => status >= 400).reduce((sum, [, times]) => sum + times, 0)
  for (const [status, times] of statuses) process.stderr.write(`  ${times} answers of ${status}\n`)
  return { detections: rows.reduce((sum, { times }) => sum + times, 0), enforcements: held[0]?.count ?? 0, refusals }
}

function section({ count, steps, said }: { count: number; steps: Step[]; said: Said }): Section {
  const never = (what: string, got: number) => ({ what, got, reachable: 0, ambitious: 0, isUpperBound: true })
  const fromTerminal = steps.filter(({ name }) => name.endsWith('line'))
  return {
    tables: [],
    aims: [
      never('times that a detector said something', said.detections),
      never('sessions held, reads slowed or changes paused', said.enforcements),
      never('answers that refused', said.refusals),
      never(
        'photos that a step left out',
        steps.reduce((sum, step) => sum + missingOf(step, count), 0),
      ),
    ],
    notes: [
      `${count} photos of ${PHOTO_BYTES} bytes: ${steps.map(({ name, files, seconds }) => `${files} ${name} in ${seconds.toFixed(0)} s`).join('; ')}.`,
      `Limits and detectors as in production, one person, one address; ${fromTerminal.length} steps in a process of the command line.`,
    ],
  }
}

const missingOf = ({ name, files }: Step, count: number): number =>
  (name.startsWith('packed') ? Math.min(count, IN_ARCHIVE) : count) - files
