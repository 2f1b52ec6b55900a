import fs from 'node:fs'
import path from 'node:path'
import { FILES_BUCKET } from '#contract/limits.ts'
import { send } from '../lib/curl.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import {
  type RandomFile,
  filesBelow,
  makeFolder,
  makeMemoryFolder,
  makeRandomFile,
  requireSameFile,
} from '../lib/files.ts'
import { type Nginx, nginxNotes, startNginx } from '../lib/nginx.ts'
import { freePort } from '../lib/ports.ts'
import { startProcess } from '../lib/processes.ts'
import { type Contender, type Measured, ratioOf, runRounds } from '../lib/rounds.ts'
import { type Account, type BenchServer, createAccount, startBenchServer } from '../lib/server.ts'

const OBJECT = 'ours, POST object'
const PATCH = 'ours, TUS PATCH'
const NGINX = 'nginx, dav PUT'
const TUS = '@tus/server with its file store'
const DISCARD = 'Node http, discards'

let objects = 0

/** Plain bytes reach the disk of the server. */
export const sink: Entry = {
  name: 'b05-sink',
  title: 'curl sends 128 MB to the storage of the server',
  holdsBack:
    'the SHA-256 of every object, which a one-request upload computes on the same thread while it arrives, and a datasync before ' +
    'the answer; nginx and @tus/server do neither.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const file = makeRandomFile(folder, 'upload.bin', isQuick ? 32 : 128)
  const memory = makeMemoryFolder('sink')
  const rounds = isQuick ? 2 : 7
  const inMemory = memory ? await runRounds(await contendersIn(memory, file), rounds) : []
  const onDisk = await runRounds(await contendersIn(makeFolder('sink'), file), rounds)
  const best = (measured: Measured[], peer: string): number | undefined => {
    const ratios = [OBJECT, PATCH].map((own) => ratioOf(measured, own, peer)).filter((ratio) => ratio !== undefined)
    return ratios.length ? Math.max(...ratios) : undefined
  }
  return {
    tables: [
      ...(memory ? [{ caption: 'storage in memory', measured: inMemory, ratioTo: [NGINX, TUS, DISCARD] }] : []),
      { caption: 'storage on disk', measured: onDisk, ratioTo: [NGINX, TUS, DISCARD] },
    ],
    aims: [
      { what: `in memory, times ${NGINX}`, got: best(inMemory, NGINX), reachable: 0.6, ambitious: 0.8 },
      { what: `on disk, times ${NGINX}`, got: best(onDisk, NGINX), reachable: 0.9, ambitious: 1.1 },
      { what: `in memory, times ${TUS}`, got: best(inMemory, TUS), reachable: 1.9, ambitious: 1.9 },
    ],
    notes: [
      'Ours checks a token and row-level security, syncs, hashes and writes its rows; the aims take the better of its two ways. ' +
        'The processor time of ours includes PostgreSQL.',
      ...nginxNotes(),
    ],
  }
}

async function contendersIn(parent: string, file: RandomFile): Promise<Contender[]> {
  const server = await startBenchServer({ parent, environment: { MAILER_AUTOCONFIRM: 'true' } })
  const account = await createAccount(server.url)
  const port = await freePort()
  const tusFolder = path.join(parent, 'tus')
  const davFolder = path.join(parent, 'dav')
  for (const folder of [tusFolder, davFolder]) fs.mkdirSync(folder)
  const peers = await startProcess(
    [process.execPath, path.join(import.meta.dirname, '../peers/sinks.ts'), String(port), tusFolder],
    'ready',
  )
  const nginx = await startNginx(davFolder)
  const peersUrl = `http://127.0.0.1:${port}`
  return [
    ...ourContenders(server, account, file),
    ...(nginx ? [dav(nginx, davFolder, file)] : []),
    {
      ...tusPeer(`${peersUrl}/files`, tusFolder, file, () => [peers.id]),
    },
    { name: DISCARD, run: () => send(file.path, file.sizeBytes, { url: peersUrl, method: 'POST' }, () => [peers.id]) },
  ]
}

function ourContenders(server: BenchServer, account: Account, file: RandomFile): Contender[] {
  const post = () => {
    objects += 1
    const url = `${server.url}/storage/v1/object/${FILES_BUCKET}/${account.userId}/bench-${objects}`
    const headers = { ...account.headers, 'content-type': 'application/octet-stream' }
    return send(file.path, file.sizeBytes, { url, method: 'POST', headers }, server.processes)
  }
  const patch = async () => {
    objects += 1
    const location = await createTusUpload(`${server.url}/storage/v1/upload/resumable`, file, {
      ...account.headers,
      'upload-metadata': metadataOf(`${account.userId}/bench-${objects}`),
    })
    return send(file.path, file.sizeBytes, tusPatch(location, account.headers), server.processes)
  }
  return [
    { name: OBJECT, ...verified(post, server.blobs, server.clearBlobs, file) },
    { name: PATCH, ...verified(patch, server.blobs, server.clearBlobs, file) },
  ]
}

function dav({ url, processes }: Nginx, folder: string, file: RandomFile): Contender {
  const put = () => send(file.path, file.sizeBytes, { url: `${url}/upload.bin` }, processes)
  return {
    name: NGINX,
    ...verified(
      put,
      () => filesBelow(folder),
      () => clear(folder),
      file,
    ),
  }
}

function tusPeer(url: string, folder: string, file: RandomFile, processes: () => number[]): Contender {
  const patch = async () => send(file.path, file.sizeBytes, tusPatch(await createTusUpload(url, file, {})), processes)
  const blobs = () => filesBelow(folder).filter((name) => !name.endsWith('.json'))
  return { name: TUS, ...verified(patch, blobs, () => clear(folder), file) }
}

/** A contender that leaves one file behind: compared once, removed each time. */
function verified(
  transfer: () => Promise<Record<string, number>>,
  stored: () => string[],
  removeAll: () => void,
  file: RandomFile,
): Pick<Contender, 'run' | 'verify'> {
  return {
    verify: async () => {
      await transfer()
      const [only] = stored()
      if (!only) throw new Error('nothing was stored')
      await requireSameFile(only, file)
      removeAll()
    },
    run: async () => {
      const sample = await transfer()
      removeAll()
      return sample
    },
  }
}

async function createTusUpload(url: string, file: RandomFile, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(file.sizeBytes) },
  })
  if (!response.ok) throw new Error(`creation answered ${response.status}: ${await response.text()}`)
  return new URL(new URL(response.headers.get('location') ?? '', url).pathname, url).href
}

function tusPatch(url: string, headers: Record<string, string> = {}) {
  const more = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  return { url, method: 'PATCH', headers: { ...headers, ...more } }
}

const metadataOf = (objectName: string): string =>
  `bucketName ${btoa(FILES_BUCKET)},objectName ${btoa(objectName)},contentType ${btoa('application/octet-stream')}`

function clear(folder: string): void {
  for (const file of filesBelow(folder)) fs.rmSync(file)
}
