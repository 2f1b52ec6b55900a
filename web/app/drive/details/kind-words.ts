import { m } from '#web/messages/app.ts'
import { kindOf } from '../list/file-icon.tsx'

/** What a file is, in words: "Image, PNG". Its media type is in the list of facts that few need. */
export function kindWords({ name, mimeType }: { name: string; mimeType: string }): string {
  const at = name.lastIndexOf('.')
  const ending = at > 0 ? name.slice(at + 1) : ''
  const word = m.details.kinds[kindOf(mimeType)]
  return /^[a-z0-9]{1,5}$/i.test(ending) ? `${word}, ${ending.toUpperCase()}` : word
}
