import { listGrants } from '#vault/sharing/grants.ts'
import { type OwnLink, listLinks } from '#vault/sharing/links/links.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable, table } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Lists what others share with this account, and everything that it shares. */
export const shared: Command = {
  usage: 'shared',
  summary: 'list what is shared with you, and every person and link that can open your files',
  options: ['password-stdin'],
  async run({ options, output }) {
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const { api, vault } = opened
    const [tree, withMe, grants, links] = await Promise.all([
      VaultTree.read(opened),
      listSharedWithMe(api, vault, new Date()),
      listGrants(api, vault),
      listLinks(api, vault),
    ])
    const paths = new Map(tree.files.map((file) => [file.id, tree.pathOf(file)]))
    const pathOf = (id: string): string => paths.get(id) ?? 'in the trash'
    output.result(
      {
        with_me: withMe.map(({ id, name, sizeBytes, ownerEmail, expiresAt, problem }) => {
          return { id, name, size: sizeBytes, from: ownerEmail, expires_at: expiresAt, problem }
        }),
        by_me: [
          ...grants.map(({ fileId, email, userId, expiresAt }) => {
            return { kind: 'person', file_id: fileId, email, user_id: userId, expires_at: expiresAt }
          }),
          ...links.map(factsOf),
        ],
      },
      [
        'Shared with me:',
        ...table(
          withMe.map(({ id, name, ownerEmail, problem }) => [
            id,
            printable(name ?? problem ?? ''),
            printable(ownerEmail),
          ]),
        ),
        'Shared by me:',
        ...table([
          ...grants.map(({ fileId, email, expiresAt }) => [
            printable(pathOf(fileId)),
            printable(email),
            until(expiresAt),
          ]),
          ...links.map((link) => {
            const { id, expiresAt, downloads, problem } = link
            const says = `link ${id}, ${downloads} downloads${problem === 'changed' ? ', changed by the server' : ''}`
            return [printable(namesOf(link, pathOf)), says, until(expiresAt)]
          }),
        ]),
      ],
    )
  },
}

function factsOf({ id, fileIds, openIds, several, expiresAt, downloads, maxDownloads, hasPassword, problem }: OwnLink) {
  const files = several ? { name: several.name, file_ids: fileIds, open_ids: openIds } : { file_id: fileIds[0] }
  const limits = { expires_at: expiresAt, downloads, max_downloads: maxDownloads, has_password: hasPassword }
  return { kind: 'link', id, ...files, ...limits, problem }
}

function namesOf({ several, fileIds, openIds }: OwnLink, pathOf: (id: string) => string): string {
  if (!several) return pathOf(fileIds[0] ?? '')
  const left = openIds.length === fileIds.length ? '' : `, ${openIds.length} left`
  return `${several.name === null ? '' : `${several.name}/ `}(${fileIds.length} files${left})`
}

const until = (time: string | null): string => (time === null ? 'no end' : `until ${time.slice(0, 10)}`)
