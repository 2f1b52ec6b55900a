import type http from 'node:http'

type Request = { method: string; path: string }
type Asset = { headers: http.IncomingHttpHeaders; content: Buffer }

/**
 * What a gate answers itself once the server has: scripts, styles and fonts, which have a hash in their name and are the same for everybody.
 * A page asks for dozens of them, and the browser of each test begins with an empty cache.
 */
export function keepAssets() {
  const assets = new Map<string, Asset>()
  return {
    /** False when it is not kept. */
    send({ method, path }: Request, outgoing: http.ServerResponse): boolean {
      const asset = method === 'GET' ? assets.get(path) : undefined
      if (asset) outgoing.writeHead(200, asset.headers).end(asset.content)
      return asset !== undefined
    },
    /** Notes the answer of the server while it is passed on. */
    keep({ method, path }: Request, answer: http.IncomingMessage): void {
      if (method !== 'GET' || !path.startsWith('/assets/') || answer.statusCode !== 200) return
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => assets.set(path, { headers: answer.headers, content: Buffer.concat(chunks) }))
    },
  }
}
