#!/usr/bin/env node
// A device in one file: it needs Node 24.7 or newer and nothing else. Every byte is described in docs/format.md, every request in docs/wire.md.
//
//   node device.mjs enrol <code>      node device.mjs send <file>      node device.mjs heartbeat
//
// Its key lies in device.json beside it (or where DEVICE_FILE says), mode 0600, in the form that `quantumshield device` reads as well.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const { subtle } = crypto
const FILE = process.env.DEVICE_FILE ?? path.join(import.meta.dirname, 'device.json')
const SUITES = {
  std: { kem: 0x647a, publicBytes: 1216, signature: 'ML-DSA-65' },
  iot: { kem: 0x0040, publicBytes: 800, signature: 'ML-DSA-44' },
}
const SEGMENT = 262_144 - 32

const bytes = (text) => Buffer.from(text)
const b64 = (data) => Buffer.from(data).toString('base64url')
const from64 = (text) => Buffer.from(text, 'base64url')
const uuid = (text) => Buffer.from(text.replaceAll('-', ''), 'hex')
const join = (...parts) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)))
const u16 = (value) => Buffer.from([value >> 8, value & 255])
const u32 = (value) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const u64 = (value) => join(u32(0), u32(value))
const ZERO = Buffer.from([0])
/** RFC 8785, for objects without others in them. */
const canonical = (object) => JSON.stringify(object, Object.keys(object).toSorted())
const sha256 = (...parts) =>
  crypto
    .createHash('sha256')
    .update(join(...parts))
    .digest()
const hmac = (hash, key, ...parts) =>
  crypto
    .createHmac(hash, key)
    .update(join(...parts))
    .digest()
const hkdf = (secret, info) => Buffer.from(crypto.hkdfSync('sha256', secret, '', info, 32))
const now = () => new Date().toISOString()

function aesGcm(key, iv, plain, aad = Buffer.alloc(0)) {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  return join(cipher.update(plain), cipher.final(), cipher.getAuthTag())
}

async function encapsulate(name, publicKey) {
  const key = await subtle.importKey('raw-public', publicKey, { name }, false, ['encapsulateBits'])
  const { ciphertext, sharedKey } = await subtle.encapsulateBits({ name }, key)
  return [Buffer.from(ciphertext), Buffer.from(sharedKey)]
}

/** ML-KEM-512 alone, or X-Wing: ML-KEM-768 and X25519, joined by SHA3-256. */
async function kem(suite, publicKey) {
  if (suite === 'iot') return encapsulate('ML-KEM-512', publicKey)
  const [ctM, ssM] = await encapsulate('ML-KEM-768', publicKey.subarray(0, 1184))
  const pkX = publicKey.subarray(1184)
  const theirs = crypto.createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: b64(pkX) }, format: 'jwk' })
  const own = crypto.generateKeyPairSync('x25519')
  const ctX = from64(own.publicKey.export({ format: 'jwk' }).x)
  const ssX = crypto.diffieHellman({ privateKey: own.privateKey, publicKey: theirs })
  const label = Buffer.from('5c2e2f2f5e5c', 'hex')
  return [
    join(ctM, ctX),
    crypto
      .createHash('sha3-256')
      .update(join(ssM, ssX, ctX, pkX, label))
      .digest(),
  ]
}

/** HPKE base mode, single shot, around a key of 32 bytes. */
async function wrap(suite, inbox, { key, fileId }) {
  const publicKey = from64(inbox.public_key)
  const ids = join(u16(SUITES[suite].kem), u16(1), u16(2))
  const header = join(Buffer.from([1]), ids, Buffer.from([5]), uuid(fileId), u32(inbox.epoch), sha256(publicKey))
  const [enc, shared] = await kem(suite, publicKey)
  const extract = (salt, label, secret) => hmac('sha256', salt, 'HPKE-v1', 'HPKE', ids, label, secret)
  const context = join(ZERO, extract('', 'psk_id_hash', ''), extract('', 'info_hash', join('qs1/wrap', header)))
  const secret = extract(shared, 'secret', '')
  const expand = (label, length) =>
    hmac('sha256', secret, u16(length), 'HPKE-v1', 'HPKE', ids, label, context, Buffer.from([1])).subarray(0, length)
  return join(header, enc, aesGcm(expand('key', 32), expand('base_nonce', 12), key))
}

/** FLOE: a header, then segments. @returns the object, its header tag, and the leaves of its segments. */
function seal(key, contentId, plain) {
  const aad = join('qs1/content', ZERO, uuid(contentId))
  const head = join(Buffer.from('00000004000000000020', 'hex'), crypto.randomBytes(32))
  const expand = (secret, info, length) => hmac('sha384', secret, head, info, aad, Buffer.from([1])).subarray(0, length)
  const headerTag = expand(key, 'HEADER_TAG:', 32)
  const segmentKey = expand(expand(key, 'MESSAGE_KEY:', 48), join('DEK:', u64(0)), 32)
  const [pieces, leaves] = [[head, headerTag], []]
  const count = Math.max(1, Math.ceil(plain.length / SEGMENT))
  for (let at = 0; at < count; at++) {
    const [part, isLast] = [plain.subarray(at * SEGMENT, (at + 1) * SEGMENT), at === count - 1]
    const iv = crypto.randomBytes(12)
    const sealed = aesGcm(segmentKey, iv, part, join(u64(at), Buffer.from([isLast ? 1 : 0])))
    const prefix = join(isLast ? u32(part.length + 32) : Buffer.alloc(4, 255), iv)
    pieces.push(prefix, sealed)
    leaves.push(sha256(ZERO, u64(at), prefix, sha256(sealed)))
  }
  return { content: join(...pieces), headerTag, leaves }
}

function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0]
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return sha256(Buffer.from([1]), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

const keep = (state) => {
  fs.writeFileSync(`${FILE}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
  fs.renameSync(`${FILE}.new`, FILE)
}

async function signingKey({ suite, seed }) {
  const name = SUITES[suite].signature
  const key = await subtle.importKey('raw-seed', from64(seed), { name }, true, ['sign'])
  const publicKey = await subtle.getPublicKey(key, ['verify'])
  return { name, key, publicKey: Buffer.from(await subtle.exportKey('raw-public', publicKey)) }
}

/** One signed request, with a counter that was never used. */
async function ask(state, method, to, body, { type = 'application/json', headers = {} } = {}) {
  state.counter = Math.max(state.counter + 1, Date.now())
  keep(state)
  const route = `/devices/v1/${state.id}/${to}`
  const said = { v: 1, device_id: state.id, key: state.serial, method, path: route }
  const text = canonical({ ...said, body: b64(sha256(body)), time: now(), counter: state.counter })
  const { name, key } = await signingKey(state)
  const signature = await subtle.sign({ name, context: bytes('qs1') }, key, bytes(`qs1/device-request${text}`))
  const signed = { 'x-device-request': b64(text), 'x-device-signature': b64(signature) }
  const options = { method, body, headers: { 'content-type': type, ...signed, ...headers } }
  const answer = await fetch(state.server + route, options)
  if (!answer.ok) throw new Error((await answer.json()).message)
  return answer
}

/** The owner's key, if the owner vouched for it: the server does not know the secret. */
function readInbox({ statement, mac }, { id, suite, secret }) {
  const expected = hmac('sha256', hkdf(from64(secret), 'qs1/device/mac'), 'qs1/device-inbox', statement)
  const said = JSON.parse(statement)
  const isRight = b64(expected) === mac && said.device_id === id && said.suite === suite
  if (!isRight || from64(said.public_key).length !== SUITES[suite].publicBytes)
    throw new Error('The server shows another key than the owner vouched for.')
  return { id: said.inbox_id, epoch: said.epoch, public_key: said.public_key }
}

async function enrol(code) {
  const whole = from64(code.replace(/^qsd1-/, ''))
  const rest = whole.subarray(4)
  if (!sha256(rest).subarray(0, 4).equals(whole.subarray(0, 4))) throw new Error('Part of the code is missing.')
  const id = rest
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const [secret, fingerprint, server] = [rest.subarray(16, 48), rest.subarray(48, 80), rest.subarray(80).toString()]
  const headers = { 'x-device-token': b64(hkdf(secret, 'qs1/device/token')) }
  const answer = await fetch(`${server}/devices/v1/${id}/code`, { method: 'POST', headers })
  if (!answer.ok) throw new Error((await answer.json()).message)
  const { suite, inbox: said } = await answer.json()
  const inbox = readInbox(said, { id, suite, secret: b64(secret) })
  const named = sha256('qs1/device-inbox', ZERO, u16(SUITES[suite].kem), from64(inbox.public_key))
  if (!named.equals(fingerprint)) throw new Error('The server shows another key than the code names.')
  const seed = b64(crypto.randomBytes(32))
  const state = { v: 1, server, id, suite, secret: b64(secret), seed, serial: 0, next_seed: null, counter: 0, inbox }
  const { publicKey } = await signingKey(state)
  const statement = canonical({ v: 1, device_id: id, serial: 0, suite, public_key: b64(publicKey), time: now() })
  const mac = b64(hmac('sha256', hkdf(secret, 'qs1/device/mac'), 'qs1/device-key', statement))
  await ask(state, 'POST', 'enrol', canonical({ statement, mac }), { headers })
  console.log(`Enrolled. For the owner to compare: ${sha256(publicKey).toString('hex')}`)
}

async function send(state, file) {
  const [fileId, contentId, key] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomBytes(32)]
  const plain = fs.readFileSync(file)
  const { content, headerTag, leaves } = seal(key, contentId, plain)
  await ask(state, 'PUT', `deliveries/${fileId}`, content, { type: 'application/octet-stream' })

  const wrapped = await wrap(state.suite, state.inbox, { key, fileId })
  const iv = crypto.randomBytes(12)
  const about = canonical({ v: 1, name: path.basename(file), type: '' })
  const aad = join('qs1/delivery', ZERO, uuid(fileId), u32(1), 'metadata')
  const record = join(iv, aesGcm(hkdf(key, 'qs1/delivery-record'), iv, bytes(about), aad))
  const hashes = {
    wrap_hash: b64(sha256(wrapped)),
    record_hash: b64(sha256(record)),
    content_root: b64(rootOf(leaves)),
  }
  const ids = { v: 2, request_id: state.id, file_id: fileId, content_id: contentId, header_tag: b64(headerTag) }
  const statement = canonical({ ...ids, ...hashes, segment_bytes: SEGMENT + 32, size: plain.length, time: now() })
  const macKey = hkdf(join(hkdf(from64(state.secret), 'qs1/device/delivery'), key), 'qs1/delivery/mac')
  const said = {
    wrapped_key: b64(wrapped),
    record: b64(record),
    statement,
    mac: b64(hmac('sha256', macKey, 'qs1/delivery', statement)),
  }
  if (leaves.length > 1) said.segment_hashes = b64(join(...leaves))
  await ask(state, 'POST', `deliveries/${fileId}`, canonical(said))
  console.log(`Sent ${path.basename(file)}.`)
}

async function heartbeat(state) {
  const answer = await ask(state, 'POST', 'heartbeat', canonical({ inbox_id: state.inbox.id }))
  const { inbox: said } = await answer.json()
  if (!said) return
  const inbox = readInbox(said, state)
  if (inbox.epoch <= state.inbox.epoch) throw new Error('The server shows an earlier key of the owner.')
  keep({ ...state, inbox })
}

const [command, word] = process.argv.slice(2)
const open = () => JSON.parse(fs.readFileSync(FILE, 'utf8'))
if (command === 'enrol' && word) await enrol(word)
else if (command === 'send' && word) await send(open(), word)
else if (command === 'heartbeat') await heartbeat(open())
else console.error('Usage: node device.mjs enrol <code> | send <file> | heartbeat')
