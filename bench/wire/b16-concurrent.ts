import { randomBytes, randomUUID } from 'node:crypto'
import http2 from 'node:http2'
import https from 'node:https'
import { FILES_BUCKET } from '#contract/limits.ts'
import { makeCertificate, withoutCertificateCheck } from '../lib/certificate.ts'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { makeMemoryFolder } from '../lib/files.ts'
import { peakAbove, rssOf } from '../lib/processes.ts'
import { medianOf, ratioOf, runRounds, type Sample } from '../lib/rounds.ts'
import { createAccount, startBenchServer } from '../lib/server.ts'

const H1 = 'ours, HTTP/1.1 over TLS'
const H2 = 'ours, HTTP/2'
const RSS = 'memory of the server above idle, MiB'
const UPLOADS = 50
const MEBIBYTE = 1 << 20

/** Many people upload at once. */
export const concurrent: Entry = {
  name: 'b16-concurrent',
  title: `${UPLOADS} uploads at once`,
  holdsBack:
    'one thread takes the TLS records of all uploads; each upload holds up to two batches of 1 MiB, and HTTP/2 adds its window.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const size = (isQuick ? 2 : 16) * MEBIBYTE
  const parent = makeMemoryFolder('concurrent')
  const server = await startBenchServer({
    ...(parent === undefined ? {} : { parent }),
    certificate: await makeCertificate(folder),
    environment: { MAILER_AUTOCONFIRM: 'true' },
  })
  const account = await withoutCertificateCheck(() => createAccount(server.url))
  const body = randomBytes(size)
  const [own = 0] = server.processes()
  const read = () => new Map([['rss', rssOf(own)]])
  const target = () => `/storage/v1/object/${FILES_BUCKET}/${account.userId}/${randomUUID()}`
  const headers = { ...account.headers, 'content-type': 'application/octet-stream', 'content-length': String(size) }

  const measure = async (send: () => Promise<void>): Promise<Sample> => {
    const started = performance.now()
    let seconds = 0
    const peak = await peakAbove(read, async () => {
      await Promise.all(Array.from({ length: UPLOADS }, send))
      seconds = (performance.now() - started) / 1000
    })
    server.clearBlobs()
    return { 'MB/s': (UPLOADS * size) / 1e6 / seconds, [RSS]: (peak.get('rss') ?? 0) / MEBIBYTE }
  }
  const agent = new https.Agent({ keepAlive: true, maxSockets: UPLOADS, rejectUnauthorized: false })
  const session = http2.connect(server.url, {
    rejectUnauthorized: false,
    // The client's own: all bodies wait in it.
    maxSessionMemory: 2048,
  })
  whenDone(async () => {
    agent.destroy()
    session.destroy()
  })
  const overHttp1 = () =>
    new Promise<void>((resolve, reject) => {
      const request = https.request(server.url + target(), { agent, method: 'POST', headers }, (response) => {
        response.resume()
        response.once('end', () => settle(response.statusCode, resolve, reject))
      })
      request.once('error', reject)
      request.end(body)
    })
  const overHttp2 = () =>
    new Promise<void>((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': target(), ...headers })
      let status: number | undefined
      stream.once('response', (answer) => (status = answer[':status']))
      stream.once('error', reject)
      stream.once('end', () => settle(status, resolve, reject))
      stream.resume()
      stream.end(body)
    })
  const measured = await runRounds(
    [
      { name: H1, verify: overHttp1, run: () => measure(overHttp1) },
      { name: H2, verify: overHttp2, run: () => measure(overHttp2) },
    ],
    isQuick ? 2 : 5,
  )
  const memory = (name: string) => ({
    what: `${name}, memory`,
    got: medianOf(measured, name, RSS),
    reachable: 200,
    ambitious: 110,
    isUpperBound: true,
    unit: 'MiB',
  })
  return {
    tables: [{ caption: `${UPLOADS} × ${size / MEBIBYTE} MiB`, measured, ratioTo: [H1] }],
    aims: [
      memory(H1),
      memory(H2),
      { what: 'HTTP/2 times HTTP/1.1', got: ratioOf(measured, H2, H1), reachable: 0.65, ambitious: 0.8 },
    ],
    notes: ['Data folder in memory; the client runs in the process of the bench and shares the two cores.'],
  }
}

function settle(status: number | undefined, resolve: () => void, reject: (error: Error) => void): void {
  if (status === 200) resolve()
  else reject(new Error(`an upload answered ${status}`))
}
