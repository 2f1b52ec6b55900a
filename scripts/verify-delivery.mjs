// Compares what a server delivers to browsers with a build: node scripts/verify-delivery.mjs https://vault.example [web/dist/build.json]
// Plain JavaScript for Node >= 20.10 without dependencies, so that it can be read before it is run.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const USAGE = `usage: node scripts/verify-delivery.mjs <address of the server> [build.json]

Fetches every file of the list from the server, in every encoding that browsers ask for, and compares its SHA-256. Without a list it takes
web/dist/build.json, which "npm run build" wrote from the source beside it.
Exit status: 0 all as built, 1 something differs, 2 it could not be compared.`
const DEFAULT_LIST = path.resolve(import.meta.dirname, '../web/dist/build.json')
const ENCODINGS = ['br', 'gzip', 'identity']
const AT_ONCE = 8
/** The address of an installation in the built documents. */
const ORIGIN_PLACE = 'https://origin.invalid'
/** As the server escapes words that it puts into documents. */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const [address, listFile = DEFAULT_LIST, ...rest] = process.argv.slice(2)
if (!address || address.startsWith('-') || rest.length > 0) stop(USAGE)
const origin = originOf(address)
const { text, files, unstated } = readList(listFile)
const { words, publicUrl } = await readWords()

const waiting = Object.entries(files)
const problems = []
let answers = 0
await Promise.all(Array.from({ length: AT_ONCE }, work))
report()

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [file, expected] = next
    const found = []
    for (const encoding of ENCODINGS) {
      const problem = await compare(file, expected, encoding)
      if (problem) found.push(problem)
    }
    if (found.length > 0) problems.push(`${file}: ${[...new Set(found)].join('; ')}`)
  }
}

/** @returns what is wrong, if something is. */
async function compare(file, expected, encoding) {
  // Accept as a browser that opens a page: addresses without a document answer programs with JSON.
  const headers = { accept: 'text/html,*/*', 'accept-encoding': encoding, 'cache-control': 'no-cache' }
  const response = await fetch(origin + file, { headers, redirect: 'manual' }).catch((error) => error)
  if (response instanceof Error) return `not delivered (${response.cause?.code ?? response.message})`
  answers++
  // An operator who names the source has this page lead there.
  if (file === '/source' && response.status === 302) return undefined
  if (![200, 404].includes(response.status) || (response.status === 404 && file !== '/404')) {
    return `not delivered (status ${response.status})`
  }
  const content = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)))
  const built = asBuilt(content, expected.places ?? [])
  const isSame = built !== undefined && sha256(built) === expected.sha256
  if (isSame) return undefined
  const size = content.length === expected.bytes ? '' : `, ${content.length} bytes instead of ${expected.bytes}`
  return `differs${expected.places ? '' : size}${encoding === 'br' ? '' : ` (as ${encoding})`}`
}

/**
 * Puts the places back where the server put words of the installation, so that the hash of the built file can be compared.
 * @returns undefined when something else stands in such a place.
 */
function asBuilt(content, places) {
  const parts = []
  let read = 0
  let written = 0
  for (const [offset, place] of places) {
    const word = Buffer.from(words.get(place) ?? place)
    const start = read + offset - written
    if (!content.subarray(start, start + word.length).equals(word)) return undefined
    parts.push(content.subarray(read, start), Buffer.from(place))
    read = start + word.length
    written = offset + Buffer.byteLength(place)
  }
  return Buffer.concat([...parts, content.subarray(read)])
}

/** What the installation says about itself, as its documents must hold it. */
async function readWords() {
  const response = await fetch(`${origin}/config.json`).catch((error) => error)
  if (response instanceof Error || !response.ok)
    stop(`${origin}/config.json does not answer: is this a QuantumShield server?`)
  const config = await response.json().catch(() => stop(`${origin}/config.json is no JSON`))
  const facts = Object.entries(config.operator ?? {}).map(([fact, word]) => [`{{operator.${fact}}}`, word ?? unstated])
  const url = String(config.public_url ?? origin).replace(/\/$/, '')
  const all = [[ORIGIN_PLACE, url], ...facts]
  return { publicUrl: url, words: new Map(all.map(([place, word]) => [place, escaped(String(word))])) }
}

function report() {
  const build = sha256(text)
  console.log(`Server: ${origin}`)
  console.log(`Build:  ${build.slice(0, 12)} (SHA-256 of the list: ${build})`)
  if (publicUrl !== origin) console.log(`Note:   the server calls itself ${publicUrl}`)
  if (problems.length === 0) {
    console.log(`Same:   all ${Object.keys(files).length} files, in each of ${ENCODINGS.length} encodings`)
    console.log('This says what this computer was sent now. A server can send somebody else another page.')
    return
  }
  if (answers === 0) stop('The server answered nothing.')
  for (const problem of problems.toSorted((one, other) => (one < other ? -1 : 1))) console.error(`DIFFERS ${problem}`)
  console.error(`${problems.length} of ${Object.keys(files).length} files are not as built.`)
  process.exitCode = 1
}

function readList(file) {
  try {
    const content = fs.readFileSync(file, 'utf8')
    const list = JSON.parse(content)
    if (list.format !== 1 || Object.keys(list.files).length === 0)
      stop(`${file} is no list of a build that this program reads`)
    return { text: content, files: list.files, unstated: list.unstated }
  } catch (error) {
    return stop(`${file} cannot be read (${error.code ?? error.message}). "npm ci && npm run build" writes it.`)
  }
}

function originOf(text) {
  try {
    return new URL(/^https?:\/\//.test(text) ? text : `https://${text}`).origin
  } catch {
    return stop(`${text} is no address\n\n${USAGE}`)
  }
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex')
}

function escaped(word) {
  return word.replace(/[&<>"']/g, (character) => ESCAPES[character])
}

/** @returns {never} */
function stop(message) {
  console.error(message)
  process.exit(2)
}
