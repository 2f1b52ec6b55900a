// Hands a decrypted file to the browser's own download. A page sends a port under a random id, then a hidden frame opens
// /vault-save/<id>: the answer is a stream that pulls verified pieces through that port. Nothing is cached here.
const waiting = new Map()
const WAIT_MS = 60_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { type, id, name, sizeBytes } = event.data ?? {}
  const port = event.ports[0]
  if (type !== 'save' || !port) return
  waiting.set(id, { name, sizeBytes, port })
  setTimeout(() => waiting.delete(id), WAIT_MS)
  event.source?.postMessage({ type: 'save-ready', id })
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (url.origin !== self.location.origin || !url.pathname.startsWith('/vault-save/')) return
  const id = url.pathname.slice('/vault-save/'.length)
  const file = waiting.get(id)
  waiting.delete(id)
  event.respondWith(file ? answer(file) : new Response('This download has ended.', { status: 410 }))
})

function answer({ name, sizeBytes, port }) {
  let settle
  port.addEventListener('message', ({ data }) => settle?.(data))
  port.start()
  const body = new ReadableStream(
    {
      async pull(controller) {
        const piece = await new Promise((resolve) => {
          settle = resolve
          port.postMessage('pull')
        })
        if (piece === null) controller.close()
        else if (piece instanceof Uint8Array) controller.enqueue(piece)
        else controller.error(new Error('the file was changed or damaged'))
      },
      cancel() {
        port.postMessage('cancel')
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
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
