import fs from 'node:fs'
import path from 'node:path'
import { FILES_BUCKET } from '#contract/limits.ts'
import { makeCertificate } from '../lib/certificate.ts'
import { type Transfer, receive, send as sendByCurl } from '../lib/curl.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { type RandomFile, makeFolder, makeRandomFile, requireSameFile } from '../lib/files.ts'
import { nginxNotes, startNginx } from '../lib/nginx.ts'
import { freePort } from '../lib/ports.ts'
import { withoutCertificateCheck } from '../lib/certificate.ts'
import { startProcess } from '../lib/processes.ts'
import { type Contender, ratioOf, runRounds } from '../lib/rounds.ts'
import { type Account, type BenchServer, createAccount, startBenchServer } from '../lib/server.ts'

const OURS = 'ours'
const OURS_TLS = 'ours, TLS'
const NGINX = 'nginx, sendfile'
const NGINX_TLS = 'nginx, TLS'
const HTTP1 = ['--http1.1']

/** A stored object leaves the server. */
export const send: Entry = {
  name: 'b06-send',
  title: 'curl fetches a stored object of 1 GB to nowhere',
  holdsBack:
    'one thread reads, encrypts and writes; over HTTP/2 the buffers cannot be reused, because Node keeps a reference to them ' +
    'after the write.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const file = makeRandomFile(folder, 'object.bin', isQuick ? 128 : 1024)
  const certificate = await makeCertificate(folder)
  const environment = { MAILER_AUTOCONFIRM: 'true' }
  const plain = await storedObject(await startBenchServer({ environment }), file)
  const secure = await storedObject(await startBenchServer({ environment, certificate }), file)
  const [port, securePort] = [await freePort(), await freePort()]
  const script = path.join(import.meta.dirname, '../peers/pipe.ts')
  const { certFile, keyFile } = certificate
  const pipe = await startProcess(
    [process.execPath, script, String(port), String(securePort), file.path, certFile, keyFile],
    'ready',
  )
  const root = makeFolder('root')
  fs.linkSync(file.path, path.join(root, 'object.bin'))
  const nginx = await startNginx(root, certificate)

  const fetched = (name: string, from: Transfer, processes: () => number[]) =>
    fetchedBy(name, from, processes, file, folder)
  const measured = await runRounds(
    [
      fetched(OURS, { ...plain.object, flags: HTTP1 }, plain.server.processes),
      fetched(OURS_TLS, { ...secure.object, flags: HTTP1 }, secure.server.processes),
      fetched('ours, HTTP/2 over TLS', { ...secure.object, flags: ['--http2'] }, secure.server.processes),
      ...(nginx ? [fetched(NGINX, { url: `${nginx.url}/object.bin` }, nginx.processes)] : []),
      ...(nginx?.secureUrl
        ? [fetched(NGINX_TLS, { url: `${nginx.secureUrl}/object.bin`, flags: HTTP1 }, nginx.processes)]
        : []),
      fetched('Node, createReadStream().pipe()', { url: `http://127.0.0.1:${port}` }, () => [pipe.id]),
      fetched('Node, the same over TLS', { url: `https://localhost:${securePort}`, flags: HTTP1 }, () => [pipe.id]),
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: 'download', measured, ratioTo: [NGINX, NGINX_TLS] }],
    aims: [
      { what: `times ${NGINX}`, got: ratioOf(measured, OURS, NGINX), reachable: 1.5, ambitious: 1.9 },
      { what: `TLS, times ${NGINX_TLS}`, got: ratioOf(measured, OURS_TLS, NGINX_TLS), reachable: 1, ambitious: 1.1 },
    ],
    notes: [
      'All of them read the same bytes from the page cache. Ours also checks a token and row-level security.',
      ...nginxNotes(),
    ],
  }
}

async function storedObject(server: BenchServer, file: RandomFile): Promise<{ server: BenchServer; object: Transfer }> {
  // Node does not trust the certificate of this run; only the sign-up needs it to.
  const account = await withoutCertificateCheck(() => createAccount(server.url))
  const name = `${account.userId}/object.bin`
  await sendByCurl(file.path, file.sizeBytes, uploadOf(account, name), server.processes)
  const url = `${server.url}/storage/v1/object/authenticated/${FILES_BUCKET}/${name}`
  return { server, object: { url, headers: account.headers } }
}

function uploadOf(account: Account, name: string): Transfer {
  const headers = { ...account.headers, 'content-type': 'application/octet-stream' }
  return { url: `${account.url}/storage/v1/object/${FILES_BUCKET}/${name}`, method: 'POST', headers }
}

function fetchedBy(
  name: string,
  from: Transfer,
  processes: () => number[],
  file: RandomFile,
  folder: string,
): Contender {
  return {
    name,
    verify: async () => {
      const output = path.join(folder, 'fetched.bin')
      await receive(from, file.sizeBytes, processes, output)
      await requireSameFile(output, file)
      fs.rmSync(output)
    },
    run: () => receive(from, file.sizeBytes, processes),
  }
}
