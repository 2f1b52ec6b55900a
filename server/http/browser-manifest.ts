import { createHash } from 'node:crypto'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { importMapsIn } from '#contract/delivery/document-headers.ts'

/**
 * What browsers are asked to look at. Nothing yet of frames: the hidden one of a download and the mailed pages hold what is in no list.
 * `report` refuses nothing, and no stock browser reads it (docs/decisions/0084).
 */
const CATEGORIES = ['document', 'script', 'worker', 'style', 'image', 'font', 'wasm', 'inline-js', 'inline-css']
const WORKER = /\.worker-[\w-]+\.js$/

type Served = {
  publicUrl: string
  /** Documents as they are sent, by address. */
  documents: ReadonlyMap<string, string>
  /** Those that answer more addresses than a list could name. */
  anywhere: readonly string[]
}

/**
 * The list of the build in the form that browsers are to compare with by themselves: of what is sent, so with the words of the installation.
 * No transparency proof stands in it, therefore `max-age=0`.
 *
 * @see https://github.com/waict-wg/waict-integrity-spec
 */
export function browserManifest(list: BuildList, { publicUrl, documents, anywhere }: Served) {
  const origin = new URL(publicUrl).origin
  const built = Object.entries(list.files).map(([address, { sha256 }]): [string, string] => [address, base64(sha256)])
  const sent = [...documents].map(([address, text]): [string, string] => [address, hashOf(text)])
  const hashes = new Map([...built, ...sent])
  const manifest = {
    url_hashes: Object.fromEntries([...hashes].map(([address, hash]) => [origin + address, hash])),
    wasm_hashes: list.wasm.map(base64).sort(),
    fallback_hashes: anywhere.map(hashOf).sort(),
    inline_js_hashes: unique([...documents.values(), ...anywhere].flatMap(importMapsIn).map(hashOf)),
    // The page starts workers from memory (web/lib/remote/trusted-worker.ts).
    inline_url_hashes: unique(built.filter(([address]) => WORKER.test(address)).map(([, hash]) => hash)),
  }
  // Behind it a line for the proof, which is empty.
  const content = `${JSON.stringify(manifest)}\n\n`
  const address = `/.well-known/waict/manifests/${hashOf(content).slice(0, 22)}`
  const modes = CATEGORIES.map((category) => `mode-${category}=report`).join(', ')
  return { address, content, header: { 'integrity-policy-waict-v1': `max-age=0, ${modes}, manifest="${address}"` } }
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const unique = (hashes: readonly string[]): string[] => [...new Set(hashes)].sort()
