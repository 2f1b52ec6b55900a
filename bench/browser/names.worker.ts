import {
  type RecordCipher,
  asSpaceKey,
  createRecordCipher,
  fromBase64Url,
  fromUtf8,
  openPage,
  systemRandom,
} from '#crypto/index.ts'
import { answerWith } from './answer.ts'

/** How the names lie in the body that is fetched. */
export type NamesForm = 'pages' | 'records' | 'json' | 'fetch only'
export type NamesMessage = { form: NamesForm; url: string; key: Uint8Array; indexId: string; needle: string }
export type NamesResult = { ms: number; fetchMs: number; scanMs: number; names: number; hits: number }

/** Records that are opened at once; more made no difference in the prototype. */
const IN_FLIGHT = 64

answerWith(async ({ form, url, key, indexId, needle }: NamesMessage): Promise<NamesResult> => {
  const started = performance.now()
  const cipher = await createRecordCipher(asSpaceKey(key), systemRandom)
  const body = new Uint8Array(await (await fetch(url)).arrayBuffer())
  const fetchMs = performance.now() - started
  const entries = await openAll(form, cipher, body, indexId)
  // What a search looks at: the name alone, in lower case.
  const searchable = entries.map((entry) => (JSON.parse(entry) as { n: string }).n.toLowerCase())
  const ms = performance.now() - started
  const hits = searchable.filter((name) => name.includes(needle)).length
  return { ms, fetchMs, scanMs: performance.now() - started - ms, names: searchable.length, hits }
})

async function openAll(form: NamesForm, cipher: RecordCipher, body: Uint8Array, indexId: string): Promise<string[]> {
  switch (form) {
    case 'pages': {
      const pages = [...framesOf(body)].map((sealed, page) =>
        openPage(cipher, { id: indexId, version: 1, page }, sealed),
      )
      return (await Promise.all(pages)).flat()
    }
    case 'records':
      return openRecords(cipher, [...recordsOf(body)])
    case 'json': {
      const rows = JSON.parse(fromUtf8(body)) as { id: string; name: string }[]
      return openRecords(
        cipher,
        rows.map(({ id, name }) => ({ id, sealed: fromBase64Url(name) })),
      )
    }
    case 'fetch only':
      return []
  }
}

type Row = { id: string; sealed: Uint8Array }

async function openRecords(cipher: RecordCipher, rows: readonly Row[]): Promise<string[]> {
  const names = Array<string>(rows.length).fill('')
  let next = 0
  const openOn = async (): Promise<void> => {
    for (let at = next++; at < rows.length; at = next++) {
      const row = rows[at]
      if (!row) return
      const plain = await cipher.open({ kind: 'file', id: row.id, version: 1, field: 'name' }, row.sealed)
      names[at] = fromUtf8(plain)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, openOn))
  return names
}

/** Four bytes of length, then that many. */
function* framesOf(body: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(body.buffer, body.byteOffset, body.length)
  for (let at = 0; at < body.length;) {
    const length = view.getUint32(at)
    yield body.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
}

const ID_BYTES = 36

function* recordsOf(body: Uint8Array): Generator<Row> {
  for (const frame of framesOf(body)) {
    yield { id: fromUtf8(frame.subarray(0, ID_BYTES)), sealed: frame.subarray(ID_BYTES) }
  }
}
