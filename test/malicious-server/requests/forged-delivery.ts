import { randomBytes, randomUUID } from 'node:crypto'
import {
  type DeliveryKeys,
  asDeliveryKey,
  fromBase64Url,
  newFileKey,
  sealDeliveryRecord,
  stateDelivery,
  systemRandom,
  toBase64Url,
  utf8,
  wrapKey,
} from '#crypto/index.ts'

/** As the server has it. */
export type Row = {
  id: string
  request_id: string
  file_size: number
  storage_path: string
  wrapped_key: string
  record: string
  statement: string
  mac: string
}

/** The delivery stated again, with other content. */
export async function restate(row: Row, keys: DeliveryKeys) {
  const said = JSON.parse(row.statement) as Record<string, string> & { size: number; segment_bytes: number }
  const [wrapped, record] = [fromBase64Url(row.wrapped_key), fromBase64Url(row.record)]
  const headerTag = fromBase64Url(said['header_tag'] ?? '')
  const { content_id: contentId = '', segment_bytes: segmentBytes, size } = said
  const sealed = { contentId, headerTag, segmentBytes, contentRoot: randomBytes(32), size }
  const time = new Date().toISOString()
  return stateDelivery({ requestId: row.request_id, fileId: row.id, ...sealed, wrapped, record, time }, keys)
}

/** Everything that a server can make without the address: the requester's public key is no secret. */
export async function forgeDelivery({
  fileId,
  requestId,
  recipientPublicKey,
}: {
  fileId: string
  requestId: string
  recipientPublicKey: Uint8Array
}): Promise<Omit<Row, 'storage_path' | 'request_id'>> {
  const fileKey = newFileKey(systemRandom)
  const purpose = 'file-to-user'
  const wrapped = await wrapKey({
    key: fileKey,
    recipientPublicKey,
    purpose,
    objectId: fileId,
    epoch: 0,
    random: systemRandom,
  })
  const plain = utf8(JSON.stringify({ v: 1, name: 'planted', type: '' }))
  const record = await sealDeliveryRecord({ fileId, fileKey, plain, random: systemRandom })
  const sealed = { headerTag: randomBytes(32), contentRoot: randomBytes(32), segmentBytes: 262_144 }
  const said = { contentId: randomUUID(), ...sealed, size: 1000 }
  const stated = { requestId, fileId, ...said, time: new Date().toISOString(), wrapped, record }
  const { text, mac } = await stateDelivery(stated, { deliveryKey: asDeliveryKey(randomBytes(32)), fileKey })
  return {
    id: fileId,
    file_size: 1000,
    wrapped_key: toBase64Url(wrapped),
    record: toBase64Url(record),
    statement: text,
    mac: toBase64Url(mac),
  }
}

/** Another value of a column. */
export function changed(column: string, value: string | number): string | number {
  if (typeof value === 'number') return value + 1
  if (column === 'id') return randomUUID()
  if (column === 'statement') return value.replace('"size":1000', '"size":1001')
  return (value.startsWith('A') ? 'B' : 'A') + value.slice(1)
}
