import http from 'node:http'
import { RECEIPT_HEADER } from '#contract/audit/receipts.ts'

type Asked = { method: string; path: string; headers: http.IncomingHttpHeaders }
/** With what it promises of the audit log. */
type Answer = { status: number; body: Buffer; receipt: string | null }
/** Says what becomes of an answer; null leaves it as the server gave it. */
type Tampering = (asked: Asked, answer: Answer) => Promise<Partial<Answer> | null> | Partial<Answer> | null

export type TamperingProxy = {
  url: string
  /** From now on answers pass through this; earlier tamperings are forgotten. */
  tamper: (tampering: Tampering) => void
  /** The same for JSON answers of some paths, such as `rpc/find_colleagues`. */
  tamperJson: <T>(path: string | readonly string[], change: (value: T) => T) => void
  /** Answers that were changed since the last `tamper`: an attack that changed nothing proves nothing. */
  changed: () => number
  honest: () => void
  stop: () => Promise<void>
}

/** Stands before the real server and changes its answers: the server turned against the people who use it. */
export async function startTamperingProxy(target: string): Promise<TamperingProxy> {
  let tampering: Tampering = () => null
  let changed = 0

  const answer = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { host: _, connection: __, 'content-length': ___, ...sent } = headers
    const honest = await fetch(target + path, {
      method,
      headers: sent as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const given = {
      status: honest.status,
      body: Buffer.from(await honest.arrayBuffer()),
      receipt: honest.headers.get(RECEIPT_HEADER),
    }
    const tampered = await tampering({ method, path, headers }, given)
    if (tampered) changed += 1
    const { status, body, receipt } = { ...given, ...tampered }
    const type = honest.headers.get('content-type')
    outgoing.writeHead(status, {
      'content-length': body.length,
      ...(type ? { 'content-type': type } : {}),
      ...(receipt === null ? {} : { [RECEIPT_HEADER]: receipt }),
    })
    outgoing.end(body)
  }
  const proxy = http.createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')

  const tamper = (next: Tampering): void => {
    tampering = next
    changed = 0
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    tamper,
    tamperJson: <T>(path: string | readonly string[], change: (value: T) => T) =>
      tamper((asked, { body }) =>
        [path].flat().some((one) => asked.path.includes(one))
          ? { body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as T))) }
          : null,
      ),
    changed: () => changed,
    honest: () => tamper(() => null),
    stop: () =>
      new Promise((resolve) => {
        proxy.closeAllConnections()
        proxy.close(() => resolve())
      }),
  }
}
