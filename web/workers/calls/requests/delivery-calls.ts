import type { KdfParameters } from '#crypto/index.ts'
import type { AddressSecret } from '#vault/sharing/links/address-secret.ts'
import { type DeliveryPlan, cancelDelivery, deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { type OpenRequest, knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { asChanges } from '#vault/transfer/upload-content.ts'
import { collectProgress } from '../../transfer/collect-progress.ts'
import { connected } from '../../vault-state.ts'

/** What a sender sees of a request; no account is needed. */
export type OpenedRequest = Pick<
  OpenRequest,
  'title' | 'note' | 'name' | 'email' | 'expiresAt' | 'filesLeft' | 'bytesLeft' | 'maxFileBytes'
>

/** A ticket is good for a day; with half of it gone the next file gets a new one. */
const TICKET_MS = 12 * 60 * 60 * 1000

type Opened = { request: OpenRequest; enteredAtMs: number; enter: () => Promise<OpenRequest> }
type Sending = { requestId: string; plan: DeliveryPlan; stop: AbortController; isOver: Promise<unknown> }

/** Requests that this page opened as a sender, and files on their way; no vault is needed for them. */
const opened = new Map<string, Opened>()
const sending = new Map<string, Sending>()
/** Requests of which a file is being given up: its place is for the next one. */
const withdrawals = new Map<string, Promise<unknown>>()

/** Requests as senders follow them: `id` from the path, `fragment` with the secret. */
export const deliveryCalls = {
  async knock(id: string, fragment: string): Promise<{ hasPassword: boolean }> {
    return { hasPassword: (await parametersOf(id, fragment)) !== null }
  },

  async open(id: string, fragment: string, password: string | null): Promise<OpenedRequest> {
    const parameters = password === null ? null : await parametersOf(id, fragment)
    const typed = password !== null && parameters ? { text: password, parameters } : null
    const enter = () => openRequest(connected(), { id, secret: readRequestSecret(fragment) }, typed)
    const request = await enter()
    opened.set(id, { request, enter, enteredAtMs: Date.now() })
    const { title, note, name, email, expiresAt, filesLeft, bytesLeft, maxFileBytes } = request
    return { title, note, name, email, expiresAt, filesLeft, bytesLeft, maxFileBytes }
  },

  /** Seals and sends one file. With the key of one that failed, it continues where that stopped. */
  async send(
    key: string,
    id: string,
    { file, sender }: { file: File; sender: string },
    onProgress: (doneBytes: number) => void,
  ): Promise<void> {
    const plan = sending.get(key)?.plan ?? planDelivery({ name: file.name, type: file.type, sender, source: file })
    const stop = new AbortController()
    const report = { ...asChanges(collectProgress(onProgress)), troubled: () => undefined, sealed: () => undefined }
    const delivery = { plan, source: file, now: new Date(), signal: stop.signal, report }
    const delivered = (async () => {
      const { request } = await enteredRequest(id)
      // Meanwhile the file may have been given up; its own withdrawal waits for this one.
      stop.signal.throwIfAborted()
      await Promise.race([withdrawals.get(id), untilAborted(stop.signal)])
      stop.signal.throwIfAborted()
      await deliverFile(connected(), request, delivery)
    })()
    sending.set(key, { requestId: id, plan, stop, isOver: Promise.allSettled([delivered]) })
    try {
      await delivered
      sending.delete(key)
    } catch (error) {
      if (error instanceof VaultError && error.code === 'upload_expired') {
        // The server forgot it, or the request is over: the next lookup says so, and trying again starts over.
        sending.delete(key)
        await opened.get(id)?.enter()
      }
      throw error
    }
  },

  /** Gives a file up; nothing of it stays on the server. */
  async cancel(key: string): Promise<void> {
    const given = sending.get(key)
    if (!given) return
    sending.delete(key)
    given.stop.abort(new DOMException('stopped by the person', 'AbortError'))
    const withdrawn = withdraw(given)
    withdrawals.set(given.requestId, Promise.allSettled([withdrawals.get(given.requestId), withdrawn]))
    await withdrawn
  },
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

async function withdraw({ requestId, plan, isOver }: Sending): Promise<void> {
  // Announced a moment later, it would keep its place among the limits.
  await isOver
  const known = opened.get(requestId)
  if (known) await cancelDelivery(connected(), known.request, plan.fileId)
}

async function enteredRequest(id: string): Promise<Opened> {
  const known = opened.get(id)
  if (!known) throw new VaultError('request_unknown', 'Open the request first.')
  if (Date.now() - known.enteredAtMs < TICKET_MS) return known
  const renewed = { ...known, request: await known.enter(), enteredAtMs: Date.now() }
  opened.set(id, renewed)
  return renewed
}

const parametersOf = (id: string, fragment: string): Promise<KdfParameters | null> =>
  knockAtRequest(connected(), { id, secret: readRequestSecret(fragment) })

function readRequestSecret(fragment: string): AddressSecret {
  try {
    return readLinkSecret(fragment)
  } catch (cause) {
    throw new VaultError('request_unknown', 'The end of the address is missing.', { cause })
  }
}
