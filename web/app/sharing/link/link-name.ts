import type { OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'

type Named = Pick<OwnLink, 'several' | 'fileIds'>

/** What a link is called in lists and titles: by its file, or by its folder and how many files it was made for. */
export function linkName({ several, fileIds }: Named, nameOf: (fileId: string) => string): string {
  const [first = ''] = fileIds
  return several ? m.sharing.several.name(several.name, fileIds.length) : nameOf(first)
}
