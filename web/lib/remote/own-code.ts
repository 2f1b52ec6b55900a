import { asBuilt, BUILD_LIST, type BuildList, differingHeaders, SERVICE_WORKER } from '#contract/delivery/build-list.ts'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import type { OperatorFacts } from '#contract/delivery/operator.ts'
import { integrityMap } from './integrity-map.ts'

/** What of this page, and of what the server delivers beside it, is not as the server's own list says. */
export type OwnCode = {
  version: string
  /** Of the list; its first 12 digits name the build. */
  sha256: string
  /** The list itself. */
  list: string
  /** Scripts and documents that were compared. */
  compared: number
  /** Addresses; empty when all is as listed. */
  differing: string[]
}

type Config = { public_url: string; operator: OperatorFacts }
type Ask = (address: string, init: RequestInit) => Promise<Response>
/** @param map what this document vouches for; @param ask `fetch`, but for tests */
type Looking = { map?: Readonly<Record<string, string>>; ask?: Ask }

/**
 * Compares what this document vouches for with `/build.json`, and fetches documents and the service worker, which nothing vouches for, to
 * compare them as well. A page that was exchanged would not run this, and a server can answer a page differently from a navigation: it
 * finds a file that is not as listed, not a server that lies to one person.
 *
 * @param documents addresses to fetch beside the service worker
 * @throws Error when there is no list, or nothing to hash with
 */
export async function lookAtOwnCode(
  documents: readonly string[],
  { map = integrityMap(), ask = fetch }: Looking = {},
): Promise<OwnCode> {
  const get = async (address: string): Promise<Response> => {
    const response = await ask(address, { cache: 'no-store', headers: { accept: 'text/html,*/*' } })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response
  }
  const [text, config] = await Promise.all([
    get(BUILD_LIST).then((response) => response.text()),
    get('/config.json').then((response) => response.json() as Promise<Config>),
  ])
  const list = JSON.parse(text) as BuildList
  const words = wordsInDocuments(config.public_url, config.operator)
  const isDelivered = async (address: string): Promise<boolean> => {
    const listed = list.files[address]
    const response = await get(address)
    const built = listed && asBuilt(new Uint8Array(await response.arrayBuffer()), listed.places, words)
    if (!listed || !built || differingHeaders(list, listed, response.headers).length > 0) return false
    return (await sha256(built)) === listed.sha256
  }
  const fetched = [...documents, SERVICE_WORKER]
  const isSame = await Promise.all(fetched.map(isDelivered))
  const differing = [...differingFrom(map, list), ...fetched.filter((_, at) => !isSame[at])]
  return {
    version: list.version,
    sha256: await sha256(new TextEncoder().encode(text)),
    list: text,
    compared: Object.keys(map).length + documents.length,
    differing: [...new Set(differing)].toSorted(),
  }
}

/** Addresses that a document vouches for with another hash than the list has, or that are not in it. */
export function differingFrom(map: Readonly<Record<string, string>>, { files }: Pick<BuildList, 'files'>): string[] {
  return Object.entries(map).flatMap(([address, integrity]) => {
    const { sha256: hex } = files[address] ?? {}
    return hex !== undefined && integrity === `sha256-${base64(hex)}` ? [] : [address]
  })
}

function base64(hex: string): string {
  const bytes = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  return btoa(String.fromCharCode(...bytes))
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
