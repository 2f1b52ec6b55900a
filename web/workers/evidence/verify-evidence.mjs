// Checks a bundle of evidence from an audit log, without a network and with nothing but what Node or a browser brings:
//   node verify-evidence.mjs [folder of the bundle] [--policy <file with the keys and witnesses that you trust>]
// Ends with 0 when all holds, with 1 when something does not, with 3 when nothing failed but not all could be checked here.

import {
  cosignatureOf,
  fromBase64,
  hex,
  isContinued,
  isIncluded,
  isMet,
  isSame,
  keyOf,
  leafHash,
  logSigned,
  readHash,
  readJson,
  readNote,
  readPolicy,
  readProof,
  readSize,
  readStamp,
  sha256,
  subtle,
  toBytes,
  toText,
} from './evidence-formats.mjs'

const TOOLS = ['README.txt', 'verify-evidence.mjs', 'evidence-formats.mjs', 'verify.html']
const GROUPS = ['who', 'where', 'what']

/** Every file that the manifest lists, unchanged, and no other; each is read once. */
async function readParts(files) {
  if (!files.has('manifest.json')) throw new Error('manifest.json is missing: this is no bundle of evidence')
  const manifest = readJson(toText(files.get('manifest.json')), 'manifest.json')
  if (manifest.v !== 1 && manifest.v !== 2) throw new Error('the bundle is of a later version')
  for (const path of files.keys()) {
    if (path !== 'manifest.json' && !Object.hasOwn(manifest.files, path))
      throw new Error(`${path} does not belong to the bundle`)
  }
  for (const [path, hash] of Object.entries(manifest.files)) {
    if (!files.has(path)) throw new Error(`${path} is missing`)
    if (hex(await sha256(files.get(path))) !== hash) throw new Error(`${path} was changed`)
  }
  const unread = new Set(Object.keys(manifest.files).filter((path) => !TOOLS.includes(path)))
  const bytes = (path) => {
    if (!files.has(path)) throw new Error(`${path} is missing`)
    unread.delete(path)
    return files.get(path)
  }
  const isStamped = manifest.v === 2
  return { isStamped, unread, bytes, text: (path) => toText(bytes(path)), has: (path) => files.has(path) }
}
const hashesOf = (text) => text.split('\n').slice(0, -1).map(readHash)
function readStamping(parts) {
  const stamp = {
    text: parts.text('anchor/stamped.txt'),
    reply: parts.bytes('anchor/stamp.tsr'),
    continues: hashesOf(parts.text('anchor/stamp-consistency.txt')),
  }
  if (stamp.reply.length > 65536 || stamp.text.length > 4096) throw new Error('its time stamp is larger than it can be')
  return stamp
}
/** What the anchor log says of a log, with its proof in a tree. */
function readNaming(parts, [entry, proofPath, consistency], checkpoint) {
  if (checkpoint === undefined || !parts.has(entry)) return undefined
  const bytes = parts.bytes(entry)
  const { log: origin, size, root } = readJson(toText(bytes), entry)
  const proof = readProof(parts.text(proofPath), checkpoint, proofPath)
  const continues = hashesOf(parts.text(consistency))
  return { bytes, origin, size: readSize(String(size)), root: readHash(root), proof, continues }
}
function readLog(parts, folder, anchor, stamped) {
  const checkpoint = parts.text(`${folder}/checkpoint.txt`)
  const bases = [...parts.unread]
    .filter((path) => path.startsWith(`${folder}/events/`) && path.endsWith('.entry.json'))
    .map((path) => path.slice(0, -11))
  if (bases.length === 0) throw new Error(`${folder} holds no event`)
  const events = bases.map((base) => {
    const proof = readProof(parts.text(`${base}.tlog-proof`), checkpoint, `${base}.tlog-proof`)
    if (base !== `${folder}/events/${proof.index}`) throw new Error(`${base}.tlog-proof is not where it belongs`)
    const bytes = parts.bytes(`${base}.entry.json`)
    const entry = readJson(toText(bytes), `${base}.entry.json`)
    return { path: base, proof, bytes, entry, shown: readJson(parts.text(`${base}.shown.json`), `${base}.shown.json`) }
  })
  const paths = (...names) => names.map((name) => `${folder}/${name}`)
  return {
    head: readNote(checkpoint),
    events: events.sort((one, other) => one.proof.index - other.proof.index),
    anchored: readNaming(parts, paths('anchor.entry.json', 'anchor.tlog-proof', 'consistency.txt'), anchor),
    stamped: readNaming(parts, paths('stamped.entry.json', 'stamped-proof.txt', 'stamped-consistency.txt'), stamped),
  }
}

async function isShown({ entry, shown }) {
  for (const [group, { salt, text }] of Object.entries(shown)) {
    const [at, salted] = [GROUPS.indexOf(group), fromBase64(salt)]
    if (at < 0 || salted.length !== 32) return false
    const key = await subtle.importKey('raw', salted, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    if (!isSame(new Uint8Array(await subtle.sign('HMAC', key, toBytes(text))), fromBase64(entry.c[at]))) return false
  }
  return true
}
/** That a tree of the anchor log holds a state of a log, and the log continues it. */
async function isNamed(named, head, tree) {
  if (named.origin !== head.origin || !(await isIncluded(await leafHash(named.bytes), named.proof, tree))) return false
  return isContinued(named, head, named.continues)
}
const isAnchored = async ({ anchored, head, events }, anchor) =>
  (await isNamed(anchored, head, anchor)) && events.every(({ proof }) => proof.index < anchored.size)
/** Which events existed when an authority stamped the anchor log. Not checked: whether it was that authority. */
async function judgeStamp(stamp, anchor, logs) {
  if (!stamp) return { state: 'none' }
  try {
    const [{ hash, atMs }, tree] = [readStamp(stamp.reply), readNote(`${stamp.text}\n`)]
    const isOfLog = tree.origin === anchor.origin && (await isContinued(tree, anchor, stamp.continues))
    const named = logs.filter(({ stamped }) => stamped)
    const isSound = isOfLog && (await every(named, ({ stamped, head }) => isNamed(stamped, head, tree)))
    if (!isSound || !isSame(hash, await sha256(toBytes(stamp.text)))) return { state: 'fails' }
    const covers = ({ proof, log: { stamped } }) => stamped !== undefined && proof.index < stamped.size
    return { state: 'holds', atMs, covers }
  } catch {
    return { state: 'fails' }
  }
}
/** The start that the names of all logs of an installation share. */
const startOf = (name) => /^(.+\/)anchor(\/e[1-9]\d*)?$/.exec(name)?.[1]
/** The keys of the anchor log sign all logs of its installation, each under its own name, and none of another one. */
async function judgeSigned(logs, anchor, policy) {
  const roots = anchor ? [anchor.origin] : policy.logs.map(({ name }) => name)
  const rootOf = (origin) => roots.find((name) => startOf(name) && origin.startsWith(startOf(name)))
  const known = (name) => policy.logs.filter((key) => key.name === name)
  const states = anchor ? [await logSigned(anchor, known(anchor.origin))] : []
  for (const { head } of logs) {
    const keys = known(known(head.origin).length > 0 ? head.origin : rootOf(head.origin))
    states.push(
      await logSigned(head, await Promise.all(keys.map(({ type, bytes }) => keyOf(head.origin, type, bytes)))),
    )
  }
  return states.includes('fails') ? 'fails' : states.includes('unchecked') ? 'unchecked' : 'holds'
}
async function judgeWitnesses(anchor, policy, isCovered) {
  if (policy.quorum === 'none') return { state: 'none', signed: [] }
  const judged = await Promise.all(
    policy.witnesses.map(async ({ name, key }) => ({
      name,
      ...(anchor ? await cosignatureOf(key, anchor) : { state: 'fails' }),
    })),
  )
  const signed = judged.filter(({ state, seconds }) => state === 'holds' && seconds > 0)
  const names = (some) => new Set(some.map(({ name }) => name))
  const unchecked = judged.filter(({ state }) => state === 'unchecked')
  if (isCovered && isMet(policy, policy.quorum, names(signed))) return { state: 'holds', signed }
  return {
    state: isCovered && isMet(policy, policy.quorum, names([...signed, ...unchecked])) ? 'unchecked' : 'fails',
    signed,
  }
}
const every = async (list, test) => (await Promise.all(list.map(test))).every(Boolean)

/** @param files the bundle, path by path. @param trusted text of a policy; without one, the bundle's own counts. @throws where the bundle is not whole. */
export async function checkEvidence(files, trusted) {
  const parts = await readParts(files)
  const own = parts.text('policy.txt')
  const policy = await readPolicy(trusted ?? own).catch((error) => {
    throw Object.assign(error, { isOfPolicy: trusted !== undefined })
  })
  const anchorText = parts.has('anchor/checkpoint.txt') ? parts.text('anchor/checkpoint.txt') : undefined
  const anchor = anchorText === undefined ? undefined : readNote(anchorText)
  const stamp = parts.isStamped ? readStamping(parts) : undefined
  if (stamp && !anchor) throw new Error('anchor/checkpoint.txt is missing')
  const logs = []
  while (parts.has(`logs/${logs.length + 1}/checkpoint.txt`))
    logs.push(readLog(parts, `logs/${logs.length + 1}`, anchorText, stamp?.text))
  for (const path of parts.unread) throw new Error(`${path} does not belong to the bundle`)
  if (new Set(logs.map(({ head }) => head.origin)).size !== logs.length || logs.length === 0)
    throw new Error('the bundle holds no log, or one twice')

  const events = logs.flatMap((log) => log.events.map((event) => ({ ...event, log })))
  const state = (isTrue) => (isTrue ? 'holds' : 'fails')
  const named = logs.filter(({ anchored }) => anchored)
  const isSound = anchor !== undefined && (await every(named, (log) => isAnchored(log, anchor)))
  const anchoring = named.length > 0 && !isSound ? 'fails' : named.length === logs.length ? 'holds' : 'none'
  const witnessing = await judgeWitnesses(anchor, policy, anchoring === 'holds')
  const stamping = await judgeStamp(stamp, anchor, logs)
  const covered = events.filter((event) => stamping.covers?.(event))
  const facts = {
    signed: await judgeSigned(logs, anchor, policy),
    included: state(
      await every(events, async ({ bytes, proof, log }) => isIncluded(await leafHash(bytes), proof, log.head)),
    ),
    shown: events.every(({ shown }) => Object.keys(shown).length === 0) ? 'none' : state(await every(events, isShown)),
    anchored: anchoring,
    witnessed: witnessing.state,
    stamped: stamping.state === 'holds' && covered.length === 0 ? 'none' : stamping.state,
  }
  return {
    facts,
    isTrusted: trusted !== undefined,
    logs: logs.map(({ head }) => head),
    events: events.map((event) => ({ ...event, isYounger: stamping.state === 'holds' && !covered.includes(event) })),
    witnesses: witnessing.signed,
    stamp: stamping.state === 'holds' ? { atMs: stamping.atMs, covered: covered.length } : undefined,
  }
}

const SENTENCES = {
  signed: 'the logs are signed with each of their keys',
  included: 'each event is an entry of its log',
  shown: 'what is shown of the events is what their entries commit to',
  anchored: 'the public log of the server holds a state of the log with all these events',
  witnessed: 'enough witnesses signed the public log',
  stamped: 'the time stamp is of a state of the public log that holds events of this bundle',
}
const STATES = {
  holds: 'ok',
  fails: 'FAILED',
  unchecked: 'NOT CHECKED: ML-DSA-44 is not known here',
  none: 'nothing to check',
}
const OWN_POLICY =
  'Judged by the keys in the bundle: the parts belong together, but anyone could have made them. Take the policy from somebody else.'
const UNNAMED =
  'The public log does not name each of these logs, so its witnesses do not vouch for all of these events.'
const YOUNGER = ' (not covered by the time stamp, which is older)'
const UNSTAMPED = 'No authority has stamped this evidence: when it existed is the word of those who signed it.'
/** What a stamp is worth here. */
function sentenceOfStamp(stamp, count) {
  if (!stamp) return UNSTAMPED
  if (stamp.covered === 0) return `Every event is younger than the time stamp, which says ${timeOf(stamp.atMs)}.`
  return `Time stamp: ${stamp.covered} of ${count} events existed at ${timeOf(stamp.atMs)}, if an authority that you trust signed this. Checked here: its hash and its proofs. Not checked here: who signed it. "quantumshield verify-evidence --timestamp-ca" does that, and so does "openssl ts -verify" with anchor/stamped.txt and anchor/stamp.tsr.`
}
const timeOf = (ms) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : 'no date')
/** Names and texts of others may hold what moves the cursor of a terminal, or turns a line around. */
const plain = (text) => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}')
/** Why nothing could be checked. */
export const failureOf = ({ isOfPolicy, message }) =>
  `${isOfPolicy ? 'The policy that you chose cannot be read' : 'This is no whole bundle of evidence'}: ${plain(String(message))}.`
/** What was found out, and below it each event: when and what it was, and what is shown of it. */
export function reportOf({ facts, isTrusted, logs, events, witnesses, stamp }) {
  const lines = [
    ...logs.map(({ origin, size }) => ({ text: `Log: ${origin}, ${size} entries` })),
    ...(isTrusted ? [] : [{ text: OWN_POLICY }]),
    ...Object.entries(facts).map(([name, state]) => ({ state, text: `${STATES[state]}: ${SENTENCES[name]}` })),
    ...(facts.anchored === 'none' && facts.witnessed === 'fails' ? [{ text: UNNAMED }] : []),
    ...witnesses.map(({ name, seconds }) => ({ text: `Witness: ${name} on ${timeOf(seconds * 1000)}` })),
    ...(facts.stamped === 'fails' || facts.included === 'fails'
      ? []
      : [{ text: sentenceOfStamp(stamp, events.length) }]),
  ]
  const shownOf = (shown) => GROUPS.filter((group) => shown[group]).map((group) => plain(shown[group].text))
  return {
    lines: lines.map(({ state, text }) => ({ state, text: plain(text) })),
    events: events.map(({ proof, entry, shown, isYounger }) => ({
      text: plain(`Event #${proof.index}: ${timeOf(entry.t)} ${entry.typ} ${entry.st}${isYounger ? YOUNGER : ''}`),
      details: shownOf(shown).join(' '),
    })),
  }
}

async function runInNode() {
  const [fs, path, { fileURLToPath }] = [await import('node:fs'), await import('node:path'), await import('node:url')]
  const words = process.argv.slice(2)
  const option = words.indexOf('--policy')
  const [, policy] = option < 0 ? [] : words.splice(option, 2)
  const folder = words[0] ?? path.dirname(fileURLToPath(import.meta.url))
  try {
    if (option >= 0 && policy === undefined) throw new Error('--policy takes a file')
    const files = new Map()
    for (const one of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(one.parentPath ?? one.path, one.name)
      if (!one.isDirectory())
        files.set(path.relative(folder, file).split(path.sep).join('/'), new Uint8Array(fs.readFileSync(file)))
    }
    const report = await checkEvidence(files, policy && fs.readFileSync(policy, 'utf8'))
    const states = Object.values(report.facts)
    const { lines, events } = reportOf(report)
    const printed = [...lines.map(({ text }) => text), ...events.map(({ text, details }) => `${text} ${details}`)]
    console.log(printed.join('\n'))
    process.exitCode = states.includes('fails') ? 1 : states.includes('unchecked') ? 3 : 0
  } catch (error) {
    console.error(failureOf(error))
    process.exitCode = 1
  }
}
if (globalThis.process?.versions?.node && process.argv[1]?.endsWith('verify-evidence.mjs')) await runInNode()
