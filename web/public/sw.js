// Hands a decrypted file to the browser's own download. A page sends a port under a random id, then a hidden frame opens
// /vault-save/<id>: the answer is a stream that pulls verified pieces through that port. Nothing is cached here.
const offered = new Map()
const saving = new Map()
const WAIT_MS = 60_000

// See vault/memory-relief.ts: V8 sees small objects where Chromium holds megabytes of pieces. An untouched allocation makes it
// collect them and takes no memory of its own.
const PRESSURE_EVERY_BYTES = 4 << 20
const PRESSURE_BYTES = 64 << 20

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { type, id, name, sizeBytes } = event.data ?? {}
  const port = event.ports[0]
  const client = event.source
  if (type === 'save' && port) {
    offered.set(id, { id, name, sizeBytes, port, client })
    setTimeout(() => offered.delete(id), WAIT_MS)
    client?.postMessage({ type: 'save-ready', id })
  }
  // Each of these messages also keeps the browser from ending this worker in the middle of a long download.
  if (type === 'save-ping' && !saving.has(id)) client?.postMessage({ type: 'save-lost', id })
  if (type === 'save-stop') {
    offered.delete(id)
    saving.get(id)?.('the page stopped it')
  }
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (url.origin !== self.location.origin || !url.pathname.startsWith('/vault-save/')) return
  const id = url.pathname.slice('/vault-save/'.length)
  const file = offered.get(id)
  offered.delete(id)
  event.respondWith(file ? answer(file) : lost(id))
})

// Another version of this worker was asked to save: the page hears of it at once instead of waiting.
async function lost(id) {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ type: 'save-lost', id })
  return new Response('This download has ended.', { status: 410 })
}

function answer({ id, name, sizeBytes, port, client }) {
  client?.postMessage({ type: 'save-started', id })
  return new Response(new ReadableStream(pieces(id, port), { highWaterMark: 1 }), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(sizeBytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
      'content-security-policy': "default-src 'none'",
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

// The source of the stream: one piece for each pull. Whatever goes wrong errors the stream, and the browser drops the file.
function pieces(id, port) {
  let settle = () => undefined
  let sinceRelief = 0
  const end = () => {
    saving.delete(id)
    settle()
    port.close()
  }
  return {
    start(controller) {
      const fail = (reason) => {
        if (!saving.has(id)) return
        controller.error(new Error(reason))
        end()
      }
      saving.set(id, fail)
      port.addEventListener('close', () => fail('the page is gone'))
      port.addEventListener('message', ({ data }) => {
        if (!saving.has(id)) return
        if (data instanceof Uint8Array) {
          controller.enqueue(data)
          sinceRelief += data.length
          if (sinceRelief >= PRESSURE_EVERY_BYTES) {
            sinceRelief = 0
            void new ArrayBuffer(PRESSURE_BYTES)
          }
          settle()
        } else if (data === null) {
          controller.close()
          port.postMessage('saved')
          end()
        } else fail('the download was stopped')
      })
      port.start()
    },
    pull() {
      port.postMessage('pull')
      return new Promise((resolve) => {
        settle = resolve
      })
    },
    cancel() {
      port.postMessage('cancel')
      end()
    },
  }
}
