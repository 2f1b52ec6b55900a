import type { VaultFile } from '#web/lib/vault-client.ts'

const STEMS = [
  'Board minutes',
  'Payroll',
  'Merger term sheet',
  'Site survey',
  'Incident report',
  'Vendor contract',
  'Clinical trial',
  'Press kit',
  'Key ceremony',
  'Floor plan',
  'Audit evidence',
  'Tender',
]
const TYPES = [
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['mp4', 'video/mp4'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
  ['md', 'text/markdown'],
] as const
const HOUR_MS = 3_600_000
const OLDEST_HOURS = 50_000

/** The same `count` files every time, spread over the last months. */
export function sampleFiles(count: number): VaultFile[] {
  let seed = 20261121
  const random = () => {
    seed = (seed * 1664525 + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  return Array.from({ length: count }, (_, at) => {
    const [extension, mimeType] = TYPES[Math.floor(random() * TYPES.length)] ?? TYPES[0]
    const createdAt = new Date(Date.now() - Math.min(at ** 1.9, OLDEST_HOURS) * HOUR_MS).toISOString()
    const isLong = at === 3
    const name = `${STEMS[at % STEMS.length]} ${2020 + (at % 7)}-${String(1 + (at % 12)).padStart(2, '0')}${isLong ? ', second draft with the comments of the works council and the auditors' : ''}.${extension}`
    return {
      id: `file-${at}`,
      name,
      mimeType,
      sizeBytes: Math.floor(random() ** 3 * 98e6) + 900,
      folderId: null,
      createdAt,
      lastAccessedAt: null,
      isEncrypted: true,
      isShared: random() > 0.75,
      isStarred: at % 9 === 4,
      trashedAt: null,
    }
  })
}
