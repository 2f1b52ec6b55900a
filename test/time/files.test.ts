import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { FILES_BUCKET } from '#contract/limits.ts'
import { VaultApi } from '#vault/session/api.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { createRequest } from '#vault/requests/requests.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { knockAtLink, openLink, readLinkSecret, startLinkDownload } from '#vault/sharing/links/visit-link.ts'
import { knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { pressButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { newEmail } from '../support/people/people.ts'
import { storeFile } from '../support/stored-file.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { codeOfAnswer, codeOfVault, DAY, followRule, HOUR, type Rule, type Subject } from './rule.ts'
import { shown } from '../support/shown.ts'

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
let visitor: VaultApi
let fileId: string
let storagePath: string
beforeAll(async () => {
  server = await startServer()
  ;[ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  visitor = new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => undefined,
  })
  fileId = await storeFile(ada, 'plan.pdf', randomBytes(1000))
  const rows = (await ada.api.rest(`file_records?select=storage_path&id=eq.${fileId}`)) as { storage_path: string }[]
  storagePath = rows[0]?.storage_path ?? ''
})
afterAll(() => server.stop())

const nothing = { password: null, maxDownloads: null, sender: null }
async function newLink() {
  const address = await createLink(
    ada.api,
    ada.vault,
    { file: await shown(ada, fileId), days: 1, ...nothing },
    new Date(),
  )
  const { pathname, hash } = new URL(address, 'http://server')
  const link = { id: pathname.slice('/s/'.length), secret: readLinkSecret(hash) }
  return { link, ages: { table: 'public.share_links', where: 'r.id = $1', values: [link.id] } }
}

async function newRequest() {
  const limits = { maxFiles: 3, maxBytes: 1000, password: null }
  const wanted = { title: 'Files', note: '', folderId: null, days: 1, name: '', email: '', ...limits }
  const address = await createRequest(ada.api, ada.vault, wanted, new Date())
  const { pathname, hash } = new URL(address, 'http://server')
  const request = { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
  return { request, ages: { table: 'public.file_requests', where: 'r.id = $1', values: [request.id] } }
}

/** Announces a file of ten bytes. @returns the path of its upload. */
async function announce(id: string, ticket: string): Promise<string> {
  const response = await visitor.fetch(`/requests/v1/${id}/deliveries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-ticket': ticket },
    body: JSON.stringify({ file_id: randomUUID(), file_size: 10 }),
  })
  return ((await response.json()) as { upload: string }).upload
}

async function share(): Promise<Pick<Subject, 'ages'>> {
  const peer = await findPerson(ada.api, ada.vault, bob.email)
  await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days: 1, now: new Date() })
  const where = 'r.file_id = $1 and r.user_id = $2'
  return { ages: { table: 'public.file_access', where, values: [fileId, bob.userId], columns: ['expires_at'] } }
}

const asAda = (headers: Record<string, string> = {}) => ({ authorization: `Bearer ${ada.accessToken}`, ...headers })

/** Begins an upload. @returns its address. */
async function beginUpload(): Promise<string> {
  const name = `${ada.userId}/${randomUUID()}`
  const metadata = { bucketName: FILES_BUCKET, objectName: name }
  const created = await server.fetch('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: asAda({
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    }),
  })
  return created.headers.get('location') ?? ''
}

async function post<Answer>(target: string, body: unknown): Promise<Answer> {
  const headers = asAda({ 'content-type': 'application/json' })
  return (await (
    await server.fetch(`/storage/v1${target}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as Answer
}

const RULES: Rule[] = [
  {
    name: 'a grant, in the list of what is shared',
    lasts: DAY,
    works: '1',
    refused: '0',
    make: async () => {
      const { ages } = await share()
      return { ages, use: async () => String((await listSharedWithMe(bob.api, bob.vault, new Date())).length) }
    },
  },
  {
    name: 'a grant, for the bytes',
    lasts: DAY,
    refused: 'NoSuchKey',
    make: async () => {
      const { ages } = await share()
      const headers = { authorization: `Bearer ${bob.accessToken}` }
      const target = `/storage/v1/object/authenticated/${FILES_BUCKET}/${storagePath}`
      return { ages, use: async () => codeOfAnswer(await server.fetch(target, { headers })) }
    },
  },
  {
    name: 'a shared link, at its door',
    lasts: DAY,
    refused: 'share_link_expired',
    make: async () => {
      const { link, ages } = await newLink()
      return { ages, use: () => codeOfVault(knockAtLink(visitor, link)) }
    },
  },
  {
    name: 'a shared link, for who was inside already',
    lasts: DAY,
    refused: 'share_link_expired',
    make: async () => {
      const { link, ages } = await newLink()
      const opened = await openLink(visitor, link, null)
      return { ages, use: () => codeOfVault(startLinkDownload(visitor, opened)) }
    },
  },
  {
    name: 'a download that broke off',
    lasts: HOUR,
    refused: 'ticket_expired',
    make: async () => {
      const { link } = await newLink()
      const keys = await startLinkDownload(visitor, await openLink(visitor, link, null))
      const headers = { 'x-link-ticket': keys.link?.ticket ?? '' }
      const read = () => server.fetch(`/links/v1/${link.id}/content`, { headers })
      return { ages: 'clock', use: async () => codeOfAnswer(await read()) }
    },
  },
  {
    name: 'a request for files, at its door',
    lasts: DAY,
    refused: 'request_expired',
    make: async () => {
      const { request, ages } = await newRequest()
      return { ages, use: () => codeOfVault(knockAtRequest(visitor, request)) }
    },
  },
  {
    name: 'a request for files, for who was inside already',
    lasts: DAY,
    refused: 'none',
    make: async () => {
      const { request, ages } = await newRequest()
      const { ticket } = await openRequest(visitor, request, null)
      return { ages, use: async () => ((await announce(request.id, ticket).catch(() => undefined)) ? 'ok' : 'none') }
    },
  },
  {
    name: 'a request for files, in the middle of an upload',
    lasts: DAY,
    refused: '410',
    make: async () => {
      const { request, ages } = await newRequest()
      const { ticket } = await openRequest(visitor, request, null)
      const upload = await announce(request.id, ticket)
      const headers = { 'tus-resumable': '1.0.0', 'x-request-ticket': ticket }
      return { ages, use: async () => codeOfAnswer(await server.fetch(upload, { method: 'HEAD', headers })) }
    },
  },
  {
    name: 'the ticket of a sender',
    lasts: DAY,
    refused: 'request_ticket_expired',
    make: async () => {
      const { request } = await newRequest()
      const { ticket } = await openRequest(visitor, request, null)
      const target = `/requests/v1/${request.id}/deliveries`
      const headers = { 'content-type': 'application/json', 'x-request-ticket': ticket }
      const body = JSON.stringify({ file_id: randomUUID(), file_size: 10 })
      return {
        ages: 'clock',
        use: async () => codeOfAnswer(await server.fetch(target, { method: 'POST', headers, body })),
      }
    },
  },
  {
    name: 'an upload that was begun',
    lasts: DAY,
    refused: '404',
    make: async () => {
      const address = await beginUpload()
      const ages = { table: 'storage.uploads', where: 'r.id = $1', values: [address.split('/').at(-1)] }
      const headers = asAda({ 'tus-resumable': '1.0.0' })
      return { ages, use: async () => codeOfAnswer(await fetch(address, { method: 'HEAD', headers })) }
    },
  },
  {
    name: 'a signed address of a download',
    lasts: 2 * HOUR,
    refused: 'ExpiredToken',
    make: async () => {
      const { signedURL } = await post<{ signedURL: string }>(`/object/sign/${FILES_BUCKET}/${storagePath}`, {
        expiresIn: 2 * HOUR,
      })
      return { ages: 'clock', use: async () => codeOfAnswer(await server.fetch(`/storage/v1${signedURL}`)) }
    },
  },
  {
    name: 'a signed address of an upload',
    lasts: 2 * HOUR,
    refused: 'ExpiredToken',
    make: async () => {
      const name = `${ada.userId}/${randomUUID()}`
      const { url } = await post<{ url: string }>(`/object/upload/sign/${FILES_BUCKET}/${name}`, {})
      const init = { method: 'PUT', body: 'bytes', headers: { 'content-type': 'application/octet-stream' } }
      return { ages: 'clock', use: async () => codeOfAnswer(await server.fetch(`/storage/v1${url}`, init)) }
    },
  },
  {
    name: 'the link that confirms a subscription of status mails',
    lasts: DAY,
    refused: '410',
    make: async () => {
      const email = newEmail()
      const headers = { 'content-type': 'application/json' }
      await server.fetch('/status/subscriptions', { method: 'POST', headers, body: JSON.stringify({ email }) })
      const link = linkIn(await server.mailbox.next(email))
      const ages = { table: 'status.subscribers', where: 'r.email = $1', values: [email] }
      return { ages, use: async () => ((await pressButton(link)).ok ? 'ok' : '410') }
    },
  },
]

test.each(RULES)('$name ends', (rule) => followRule(server, rule))
