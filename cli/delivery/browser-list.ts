import { z } from 'zod'
import type { Comparison, Problem } from './compare-delivery.ts'
import { sha256 } from './compare-delivery.ts'
import { fetchLimited } from './fetch-limited.ts'

const LIMIT_BYTES = 4 * 1024 * 1024
const HASH_CHARACTERS = 22
const HEADER = 'integrity-policy-waict-v1'
const shape = z.object({ url_hashes: z.record(z.string(), z.string()), wasm_hashes: z.array(z.string()) })

/**
 * The list for browsers that compare by themselves: its address must hold its hash, and it must say of each file what the list of the build
 * says. Documents with words of the installation have another hash there, and are compared by their content.
 */
export async function compareBrowserList(comparison: Omit<Comparison, 'onFile'>): Promise<Problem[]> {
  const { origin, list, words, signal } = comparison
  const front = await fetchLimited(`${origin}/`, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
  if ('problem' in front) return []
  const header = front.headers.get(HEADER) ?? ''
  const address = /(?:^|, )manifest="(\/[\w./-]+)"/.exec(header)?.[1]
  if (!address) return [{ file: '/', kind: 'header', detail: `${HEADER} is missing` }]
  const problem = (detail: string): Problem[] => [{ file: address, kind: 'differs', detail }]
  const answer = await fetchLimited(origin + address, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
  if ('problem' in answer) return [{ file: address, kind: 'missing', detail: answer.problem }]
  const hash = base64Url(sha256(answer.content)).slice(0, HASH_CHARACTERS)
  if (!address.endsWith(`/${hash}`)) return problem('its address does not hold its hash')
  const manifest = shape.safeParse(firstLine(answer.content))
  if (!manifest.success) return problem('no list for browsers')
  const base = new URL(words.publicUrl).origin
  const wrong = Object.entries(list.files).filter(([file, listed]) => {
    return !listed.places && manifest.data.url_hashes[base + file] !== base64Url(listed.sha256)
  })
  const modules = list.wasm.map(base64Url).sort()
  if (modules.join() !== manifest.data.wasm_hashes.join()) return problem('other WebAssembly than the build has')
  return wrong.length === 0 ? [] : problem(`says something else of ${wrong.length} files, ${wrong[0]?.[0]} first`)
}

function firstLine(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString().split('\n')[0] ?? '')
  } catch {
    return undefined
  }
}

const base64Url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')
