// Hands a decrypted file to the browser's own download. A page sends a port under a random id, then a hidden frame opens
// /vault-save/<id>: the answer is a stream that pulls verified pieces through that port. Nothing is cached here.
// /vault-view/<id> answers players in the page: this worker keeps nothing about a view, it asks the pages.
const offered = new Map()
const saving = new Map()
const WAIT_MS = 60_000
const VIEW_WAIT_MS = 30_000

// See vault/transfer/gc-pressure.ts: V8 sees small objects where Chromium holds megabytes of pieces. An untouched allocation makes it
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
  // A page that was loaded past this worker, as a hard reload does, gets its players' requests through here from now on.
  if (type === 'view-claim') event.waitUntil(self.clients.claim())
  // Each of these messages also keeps the browser from ending this worker in the middle of a long download.
  if (type === 'save-ping' && !saving.has(id)) client?.postMessage({ type: 'save-lost', id })
  if (type === 'save-stop') {
    offered.delete(id)
    saving.get(id)?.('the page stopped it')
  }
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/vault-view/')) {
    event.respondWith(view(event, url.pathname.slice('/vault-view/'.length)))
    return
  }
  if (!url.pathname.startsWith('/vault-save/')) return
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
      'content-disposition': `attachment; ${asFileName(name)}`,
      'content-security-policy': "default-src 'none'",
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

function asFileName(name) {
  return `filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}

// The source of the stream: one piece for each pull. Whatever goes wrong errors the stream, and the browser drops the file.
function pieces(id, port) {
  let settle = () => undefined
  let sinceLast = 0
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
          sinceLast += data.length
          if (sinceLast >= PRESSURE_EVERY_BYTES) {
            sinceLast = 0
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

// Part of a file that is being looked at, by range where the player asks for one. Players continue behind a short answer.
async function view(event, id) {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(event.request.headers.get('range') ?? '') ?? []
  const from = Number(start ?? 0)
  const part = await askPages(id, from, end ? Number(end) + 1 : Infinity)
  if (!part) return new Response('This preview has ended.', { status: 410, headers: viewHeaders() })
  const { name, mimeType, sizeBytes, bytes } = part
  const headers = {
    ...viewHeaders(),
    'content-type': shownType(mimeType),
    'content-disposition': `inline; ${asFileName(name)}`,
    'accept-ranges': 'bytes',
  }
  if (start !== undefined) {
    if (bytes.length === 0) {
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${sizeBytes}` } })
    }
    headers['content-range'] = `bytes ${from}-${from + bytes.length - 1}/${sizeBytes}`
    return new Response(bytes, { status: 206, headers })
  }
  return new Response(wholeView(event, id, part), { headers: { ...headers, 'content-length': String(sizeBytes) } })
}

function wholeView(event, id, { sizeBytes, bytes }) {
  let at = 0
  let settle
  // Keeps the browser from ending this worker before the last piece.
  event.waitUntil(new Promise((resolve) => (settle = resolve)))
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const piece = at === 0 ? bytes : (await askPages(id, at, Infinity))?.bytes
          if (!piece) throw new Error('the page is gone')
          if (piece.length > 0) controller.enqueue(piece)
          at += piece.length
          if (at < sizeBytes && piece.length > 0) return
          controller.close()
          settle()
        } catch (error) {
          settle()
          throw error
        }
      },
      cancel: () => settle(),
    },
    { highWaterMark: 1 },
  )
}

// The page that shows the file answers with bytes; others, and one whose file is damaged, with null.
async function askPages(id, from, to) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  let waiting = pages.length
  return new Promise((resolve) => {
    if (waiting === 0) resolve(null)
    const timer = setTimeout(() => resolve(null), VIEW_WAIT_MS)
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel()
      const listen = ({ data }) => {
        port1.close()
        if (data === null && --waiting > 0) return
        clearTimeout(timer)
        resolve(data)
      }
      port1.addEventListener('message', listen)
      port1.start()
      page.postMessage({ type: 'view', id, from, to }, [port2])
    }
  })
}

// Whatever a file says it is: never a document, a script or a style of this site.
function shownType(mimeType) {
  return /^(?:audio|video)\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'
}

function viewHeaders() {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
