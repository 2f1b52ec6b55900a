import { listGrants } from '#vault/sharing/grants.ts'
import { listLinks } from '#vault/sharing/links.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable, table } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from './command.ts'

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
          ...links.map(({ id, fileId, expiresAt, downloads, maxDownloads, hasPassword, problem }) => {
            const limits = { expires_at: expiresAt, downloads, max_downloads: maxDownloads, has_password: hasPassword }
            return { kind: 'link', id, file_id: fileId, ...limits, problem }
          }),
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
          ...links.map(({ id, fileId, expiresAt, downloads, problem }) => {
            const facts = `link ${id}, ${downloads} downloads${problem === 'changed' ? ', changed by the server' : ''}`
            return [printable(pathOf(fileId)), facts, until(expiresAt)]
          }),
        ]),
      ],
    )
  },
}

const until = (time: string | null): string => (time === null ? 'no end' : `until ${time.slice(0, 10)}`)
