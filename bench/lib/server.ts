import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { startServer } from '../../e2e/support/server.ts'
import { socketDirectory } from '#server/db/cluster-home.ts'
import type { Certificate } from './certificate.ts'
import { whenDone } from './cleanup.ts'
import { MEGABYTE, filesBelow, makeFolder } from './files.ts'
import { descendants } from './processes.ts'

export type BenchServer = {
  /** `https:` when it has a certificate. */
  url: string
  /** Where sealed content lies. */
  blobs: () => string[]
  /** Removes every stored blob and staged byte, so that a long run does not fill the memory. */
  clearBlobs: () => void
  /** Directory of the socket of its PostgreSQL. */
  databaseSocket: string
  /** Its process and the ones below it, PostgreSQL among them. */
  processes: () => number[]
}

/** The largest object that the bench stores. */
const MAX_FILE_BYTES = 2048 * MEGABYTE

/** Starts the real server as a process of its own. @param parent where its data folder goes: disk, or `/dev/shm`. */
export async function startBenchServer(options: {
  parent?: string
  certificate?: Certificate
  environment?: Record<string, string>
}): Promise<BenchServer> {
  const dataDir = makeFolder('data', options.parent)
  const before = new Set(descendants())
  const { certificate } = options
  const server = await startServer({
    DATA_DIR: dataDir,
    MAX_FILE_BYTES: String(MAX_FILE_BYTES),
    FREE_STORAGE_BYTES: 'unlimited',
    LOG_LEVEL: 'warn',
    ...(certificate ? { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile } : {}),
    ...options.environment,
  })
  whenDone(() => server.stop())
  const [own] = descendants().filter((id) => !before.has(id))
  const storage = path.join(dataDir, 'storage')
  return {
    url: certificate ? server.url.replace('http:', 'https:') : server.url,
    blobs: () => filesBelow(path.join(storage, 'blobs')),
    clearBlobs: () => {
      for (const file of filesBelow(path.join(storage, 'blobs'))) fs.rmSync(file, { force: true })
    },
    databaseSocket: socketDirectory(path.join(dataDir, 'postgres')),
    processes: () => (own === undefined ? [] : [own, ...descendants(own)]),
  }
}

/** What a client needs to store something: an address, the publishable key and a person's token. */
export type Account = { url: string; userId: string; headers: { apikey: string; authorization: string } }

const sessionShape = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })

/** Signs a person up over HTTP; the server must confirm accounts by itself (`MAILER_AUTOCONFIRM`). */
export async function createAccount(url: string, name = 'bench'): Promise<Account> {
  const config = z.object({ publishable_key: z.string() }).parse(await (await fetch(`${url}/config.json`)).json())
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: config.publishable_key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org`, password: 'only for this run 8402' }),
  })
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`)
  const { access_token, user } = sessionShape.parse(await response.json())
  const headers = { apikey: config.publishable_key, authorization: `Bearer ${access_token}` }
  return { url, userId: user.id, headers }
}
