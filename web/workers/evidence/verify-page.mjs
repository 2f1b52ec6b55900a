// What verify.html adds to the program: two files that a person picks, and the archive opened.
import { checkEvidence, failureOf, reportOf } from './verify-evidence.mjs'

const END = 0x06054b50
const END64 = 0x06064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const IN_64 = 0xffffffff
const MOST_BYTES = 64 * 1024 * 1024

/** The files of a ZIP archive, stored or deflated: APPNOTE 6.3.10, sections 4.3.7 to 4.3.16. */
async function unzip(bytes) {
  const view = new DataView(bytes.buffer)
  const long = (at) => Number(view.getBigUint64(at, true))
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('it is no ZIP archive, or not a whole one')
  let [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  if (at === IN_64) {
    const end64 = long(end - 20 + 8)
    if (view.getUint32(end64, true) !== END64) throw new Error('its end cannot be read')
    ;[count, at] = [long(end64 + 32), long(end64 + 48)]
  }
  const files = new Map()
  let total = 0
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('its directory cannot be read')
    const [method, nameLength, extraLength] = [10, 28, 30].map((field) => view.getUint16(at + field, true))
    const extra = readExtra(view, at + 46 + nameLength, extraLength)
    const of = (field) => (view.getUint32(at + field, true) === IN_64 ? extra() : view.getUint32(at + field, true))
    const size = of(24)
    const [packed, offset] = [of(20), of(42)]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    total += size
    if (files.has(name)) throw new Error(`it holds ${name} twice`)
    if (total > MOST_BYTES) throw new Error('it is larger than evidence is')
    if (view.getUint32(offset, true) !== LOCAL) throw new Error(`${name} cannot be read`)
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const content = bytes.subarray(start, start + packed)
    if (!name.endsWith('/')) files.set(name, method === 0 ? content : await inflate(content, size))
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return files
}

/** The sizes of ZIP64, one after the other. */
function readExtra(view, start, length) {
  for (let at = start; at < start + length; at += 4 + view.getUint16(at + 2, true)) {
    let next = at + 4
    if (view.getUint16(at, true) === 1) return () => Number(view.getBigUint64((next += 8) - 8, true))
  }
  return () => 0
}

async function inflate(content, size) {
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const whole = new Uint8Array(size)
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done && length === size) return whole
    if (done || length + value.length > size) throw new Error('a file in it has another length than it says')
    whole.set(value, length)
    length += value.length
  }
}

const [bundle, policy, reportBox, verdict, lines, heading, events] = [
  'bundle',
  'policy',
  'report',
  'verdict',
  'lines',
  'heading',
  'events',
].map((id) => document.getElementById(id))
const VERDICTS = {
  fails: 'This evidence does not hold.',
  unchecked:
    'Nothing failed, but this browser does not know ML-DSA-44: those signatures were not checked. A newer browser or Node can.',
  holds: 'This evidence holds.',
  enclosed:
    'The parts belong together. Choose a policy from somebody else to learn whether those you trust signed them.',
}

function say(state, text) {
  verdict.dataset.state = state
  verdict.textContent = text
}

function itemOf({ state, text, details }) {
  const item = document.createElement('li')
  item.textContent = text
  if (state) item.dataset.state = state
  if (details) item.append(Object.assign(document.createElement('code'), { textContent: details }))
  return item
}

/** Which of the choices is shown: an earlier one may take longer. */
let turn = 0

async function show() {
  const [file] = bundle.files
  if (!file) return
  const own = ++turn
  reportBox.hidden = false
  heading.hidden = true
  lines.replaceChildren()
  events.replaceChildren()
  say('', 'Checking…')
  try {
    const [trusted] = policy.files
    const report = await checkEvidence(await unzip(new Uint8Array(await file.arrayBuffer())), await trusted?.text())
    if (own !== turn) return
    const states = Object.values(report.facts)
    const best = report.isTrusted ? 'holds' : 'enclosed'
    const state = ['fails', 'unchecked'].find((one) => states.includes(one)) ?? best
    say(state, VERDICTS[state])
    const found = reportOf(report)
    lines.append(...found.lines.map(itemOf))
    events.append(...found.events.map(itemOf))
    heading.hidden = events.childElementCount === 0
  } catch (error) {
    if (own === turn) say('fails', failureOf(error))
  }
}
for (const input of [bundle, policy]) input.addEventListener('change', () => void show())
