// The formats of an audit log and of its evidence, read with what Node and browsers bring. See verify-evidence.mjs.
// c2sp.org/tlog-proof, /tlog-checkpoint, /tlog-cosignature, /tlog-policy; RFC 6962 and RFC 9162.

export const { subtle } = globalThis.crypto
const ED25519 = 1
const ED25519_COSIGNATURE = 4
const ML_DSA_44_COSIGNATURE = 6
const KEY_BYTES = { [ED25519]: 32, [ED25519_COSIGNATURE]: 32, [ML_DSA_44_COSIGNATURE]: 1312 }

export const toBytes = (text) => new TextEncoder().encode(text)
export const toText = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
export const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const isSame = (one, other) => hex(one) === hex(other)
const concat = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
export const sha256 = async (...parts) => new Uint8Array(await subtle.digest('SHA-256', concat(...parts)))
export const leafHash = (entry) => sha256([0], entry)
const nodeHash = (left, right) => sha256([1], left, right)
const uint64 = (value) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** One text for one value, so that no reader sees another of two members with the same name. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}
export function readJson(text, path) {
  const value = JSON.parse(text)
  if (canonical(value) !== text) throw new Error(`${path} is written in another way than it was made`)
  return value
}
export function readSize(text) {
  if (!/^(0|[1-9]\d{0,15})$/.test(text ?? '')) throw new Error('a size or index is no number')
  return Number(text)
}
export function readHash(text) {
  const hash = fromBase64(text)
  if (hash.length !== 32) throw new Error('a hash has another length')
  return hash
}

export function readNote(text) {
  const end = text.lastIndexOf('\n\n')
  const body = text.slice(0, end + 1)
  const [origin, size, root] = body.split('\n')
  if (end < 0 || !origin || body.includes('\n\n')) throw new Error('a checkpoint cannot be read')
  const lines = text.slice(end + 2).split('\n')
  const signatures = lines.slice(0, -1).map((line) => {
    const [, name, encoded] = line.split(' ')
    const bytes = fromBase64(encoded)
    return { name, id: hex(bytes.slice(0, 4)), bytes: bytes.slice(4) }
  })
  return { body, origin, size: readSize(size), root: readHash(root), signatures }
}
export function readProof(text, checkpoint, path) {
  const end = text.indexOf('\n\n')
  const [header, index, ...hashes] = text.slice(0, end).split('\n')
  if (header !== 'c2sp.org/tlog-proof@v1' || !index?.startsWith('index ')) throw new Error(`${path} is no proof`)
  if (text.slice(end + 2) !== checkpoint) throw new Error(`${path} has another checkpoint than its log`)
  return { index: readSize(index.slice(6)), hashes: hashes.map(readHash) }
}

async function readKey(text) {
  const [name, id, ...rest] = text.split('+')
  const [type, ...key] = fromBase64(rest.join('+'))
  return keyOf(name, type, Uint8Array.from(key), id)
}
export async function keyOf(name, type, bytes, expected) {
  if (bytes.length !== KEY_BYTES[type]) throw new Error(`a key of ${name} is of a kind that is not known`)
  const id = hex((await sha256(toBytes(`${name}\n`), [type], bytes)).slice(0, 4))
  if (expected !== undefined && id !== expected) throw new Error(`a key of ${name} has another id`)
  return { name, type, bytes, id }
}
export async function readPolicy(text) {
  const policy = { logs: [], witnesses: [], quorums: new Map(), quorum: undefined }
  const grouped = new Set()
  for (const line of text.split('\n')) {
    const [word, ...words] = line.split(/[ \t]+/).filter(Boolean)
    if (!word || word.startsWith('#')) continue
    const [name, value, ...members] = words
    if (word === 'log') policy.logs.push(await readKey(name))
    else if (word === 'quorum' && policy.quorum === undefined) policy.quorum = name
    else if (policy.quorums.has(name)) throw new Error(`the policy names ${name} twice`)
    else if (word === 'witness') {
      const key = await readKey(value)
      if (policy.witnesses.some((other) => isSame(other.key.bytes, key.bytes)))
        throw new Error('the policy names a key twice')
      policy.witnesses.push({ name, key })
      policy.quorums.set(name, { witness: name })
    } else if (word === 'group') {
      const threshold = value === 'all' ? members.length : value === 'any' ? 1 : Number(value)
      // A witness counts in one way only.
      const isUsable = (member) => policy.quorums.has(member) && !grouped.has(member) && grouped.add(member)
      if (!(threshold >= 1 && threshold <= members.length) || !members.every(isUsable)) {
        throw new Error(`group ${name} of the policy cannot be read`)
      }
      policy.quorums.set(name, { threshold, members })
    } else throw new Error(`the policy has a line "${word}"`)
  }
  if (policy.quorum === undefined || (policy.quorum !== 'none' && !policy.quorums.has(policy.quorum)))
    throw new Error('the policy has no quorum')
  return policy
}
export function isMet(policy, name, signed) {
  const { witness, threshold, members } = policy.quorums.get(name)
  return witness ? signed.has(witness) : members.filter((member) => isMet(policy, member, signed)).length >= threshold
}

/** Undefined where neither this Node nor this browser knows the algorithm. */
async function importKey({ type, bytes }) {
  if (type !== ML_DSA_44_COSIGNATURE) return subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
  return subtle.importKey('raw-public', bytes, 'ML-DSA-44', false, ['verify']).catch(() => undefined)
}
async function isSignedBy(key, note, { bytes }) {
  const imported = await importKey(key)
  if (!imported) return { state: 'unchecked' }
  if (key.type === ED25519)
    return { state: (await subtle.verify('Ed25519', imported, bytes, toBytes(note.body))) ? 'holds' : 'fails' }
  const time = bytes.slice(0, 8)
  const seconds = time.length === 8 ? Number(new DataView(time.buffer).getBigUint64(0)) : 0
  const named = (text) => concat([toBytes(text).length], toBytes(text))
  const message =
    key.type === ED25519_COSIGNATURE
      ? toBytes(`cosignature/v1\ntime ${seconds}\n${note.body}`)
      : concat(
          toBytes('subtree/v1\n\0'),
          named(key.name),
          time,
          named(note.origin),
          uint64(0),
          uint64(note.size),
          note.root,
        )
  const algorithm = key.type === ED25519_COSIGNATURE ? 'Ed25519' : 'ML-DSA-44'
  return { state: (await subtle.verify(algorithm, imported, bytes.slice(8), message)) ? 'holds' : 'fails', seconds }
}
const BAD_FIRST = ['fails', 'unchecked', 'holds']
const GOOD_FIRST = ['holds', 'unchecked', 'fails']
/** What the lines of a key say. Where no line is of it, it did not sign. */
async function signatureOf(key, note, order) {
  const lines = note.signatures.filter(({ name, id }) => name === key.name && id === key.id)
  const judged = await Promise.all(lines.map((line) => isSignedBy(key, note, line)))
  return order.map((state) => judged.find((one) => one.state === state)).find(Boolean) ?? { state: 'fails' }
}
/** One line that holds is enough: others below it may be anybody's. */
export const cosignatureOf = (key, note) => signatureOf(key, note, GOOD_FIRST)
/** With each of the keys: one of two signatures is not enough. */
export async function logSigned(note, keys) {
  const states = await Promise.all(keys.map(async (key) => (await signatureOf(key, note, BAD_FIRST)).state))
  return keys.length === 0 || states.includes('fails') ? 'fails' : states.includes('unchecked') ? 'unchecked' : 'holds'
}

/** RFC 9162, 2.1.3.2. */
export async function isIncluded(leaf, { index, hashes }, { size, root }) {
  if (index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of hashes) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = await nodeHash(sibling, hash)
      while (node % 2 === 0 && node > 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else hash = await nodeHash(hash, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && isSame(hash, root)
}
/** RFC 9162, 2.1.4.2. */
export async function isContinued(earlier, later, hashes) {
  if (earlier.size === 0 || earlier.size > later.size) return false
  if (earlier.size === later.size) return hashes.length === 0 && isSame(earlier.root, later.root)
  let [node, last] = [earlier.size - 1, later.size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  const [first, ...rest] = node === 0 ? [earlier.root, ...hashes] : hashes
  if (!first) return false
  let [before, after] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      ;[before, after] = [await nodeHash(sibling, before), await nodeHash(sibling, after)]
      while (node % 2 === 0 && node > 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else after = await nodeHash(after, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && isSame(before, earlier.root) && isSame(after, later.root)
}

/** DER: elements that follow each other. */
function elementsOf(bytes) {
  const elements = []
  for (let at = 0; at < bytes.length;) {
    let [length, start] = [bytes[at + 1], at + 2]
    if (length >= 0x80) {
      const digits = bytes.subarray(start, start + (length & 0x7f))
      if (length === 0x80 || length > 0x84) throw new Error('a length cannot be read')
      ;[length, start] = [digits.reduce((sum, digit) => sum * 256 + digit, 0), start + digits.length]
    }
    if (!(start + length <= bytes.length)) throw new Error('an element is cut')
    elements.push({ tag: bytes[at], value: bytes.subarray(start, start + length) })
    at = start + length
  }
  return elements
}
/** RFC 3161, 2.4.2: SHA-256 of what was stamped, and when. Who signed that takes certificates, and is not checked. */
export function readStamp(reply) {
  const valueOf = (element, tag) => {
    if (element?.tag !== tag) throw new Error('it is no time stamp')
    return element.value
  }
  const inside = (element, tag = 0x30) => elementsOf(valueOf(element, tag))
  const [response, ...more] = elementsOf(reply)
  const [, token] = inside(response)
  const [, wrapped] = inside(token)
  const [, , content] = inside(inside(wrapped, 0xa0)[0])
  const [type, octets] = inside(content)
  const [info] = elementsOf(valueOf(inside(octets, 0xa0)[0], 0x04))
  const [, , imprint, , time] = inside(info)
  const [algorithm, digest] = inside(imprint)
  const names = [type, inside(algorithm)[0]].map((name) => hex(valueOf(name, 0x06)))
  if (more.length > 0 || names[0] !== '2a864886f70d0109100104' || names[1] !== '608648016503040201')
    throw new Error('it is no time stamp of SHA-256')
  const date = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d{1,9})?)Z$/.exec(toText(valueOf(time, 0x18)))
  const [, year, month, day, hours, minutes, seconds] = date ?? []
  const atMs = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(atMs)) throw new Error('its time cannot be read')
  return { hash: valueOf(digest, 0x04), atMs }
}
