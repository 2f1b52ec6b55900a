import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import { createElement } from 'react'
import { m } from '#web/messages/app.ts'

const KINDS = {
  image: [/^image\//, FileImage],
  video: [/^video\//, FileVideo],
  audio: [/^audio\//, FileMusic],
  archive: [/zip|tar|compressed|7z|rar/, FileArchive],
  spreadsheet: [/spreadsheet|excel|csv/, FileSpreadsheet],
  code: [/javascript|json|(?<!open)xml|html|x-sh|typescript/, FileCode],
  document: [/^text\/|pdf|word|document|presentation/, FileText],
} satisfies Record<string, readonly [RegExp, LucideIcon]>
type Kind = keyof typeof KINDS
const ORDER = Object.keys(KINDS) as Kind[]

/** What a file is, by its media type. */
export function kindOf(mimeType: string): Kind | 'other' {
  return ORDER.find((kind) => KINDS[kind][0].test(mimeType)) ?? 'other'
}

/** The icon for a MIME type. */
export function FileIcon({ mimeType, size }: { mimeType: string; size: number }) {
  const kind = kindOf(mimeType)
  const icon = kind === 'other' ? File : KINDS[kind][1]
  return createElement(icon, { size, strokeWidth: 1.75, 'aria-hidden': true })
}

/** What a file is, in words: "Image, PNG". Its media type is in the list of facts that few need. */
export function kindWords({ name, mimeType }: { name: string; mimeType: string }): string {
  const at = name.lastIndexOf('.')
  const ending = at > 0 ? name.slice(at + 1) : ''
  const word = m.details.kinds[kindOf(mimeType)]
  return /^[a-z0-9]{1,5}$/i.test(ending) ? `${word}, ${ending.toUpperCase()}` : word
}
