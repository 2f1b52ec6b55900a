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

const BY_TYPE: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^video\//, FileVideo],
  [/^audio\//, FileMusic],
  [/zip|tar|compressed|7z|rar/, FileArchive],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/javascript|json|xml|html|x-sh|typescript/, FileCode],
  [/^text\/|pdf|word|document|presentation/, FileText],
]

/** The icon for a MIME type. */
export function FileIcon({ mimeType, size }: { mimeType: string; size: number }) {
  const icon = BY_TYPE.find(([pattern]) => pattern.test(mimeType))?.[1] ?? File
  return createElement(icon, { size, strokeWidth: 1.75, 'aria-hidden': true })
}
